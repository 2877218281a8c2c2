# Nix. The program wants textual @TEXTUAL@: choose a nixpkgs that has it.
{
  description = "@SUMMARY@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "aarch64-darwin"
      ];
      each = nixpkgs.lib.genAttrs systems;
    in
    {
      packages = each (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          python = pkgs.python3Packages;
        in
        {
          default = python.buildPythonApplication {
            pname = "combat-tracker";
            version = "@VERSION@";
            pyproject = true;
            src = @NIX_SOURCE@;
            build-system = [ python.hatchling ];
            dependencies = with python; [ @NIX_DEPENDS@ ];
            optional-dependencies.web = with python; [ @NIX_OPTIONAL@ ];
            pythonImportsCheck = [ "tracker" ];
            meta = {
              description = "@SUMMARY@";
              homepage = "@HOMEPAGE@";
              license = pkgs.lib.licenses.mit;
              mainProgram = "combat-tracker";
            };
          };
        }
      );
    };
}
