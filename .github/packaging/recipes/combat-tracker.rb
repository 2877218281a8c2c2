# Homebrew formula, for a tap. "brew update-python-resources combat-tracker" writes the resources of its packages.
class CombatTracker < Formula
  include Language::Python::Virtualenv

  desc "@SUMMARY@"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "rust" => :build # for pydantic
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
    generate_completions_from_executable(bin/"combat-tracker", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    (testpath/"script").write <<~SCRIPT
      add Savar
      add Goons side=enemies preset=goons-1
      attack savar goons c
    SCRIPT
    output = shell_output("#{bin}/combat-tracker run --system outgunned --seed 7 #{testpath}/script")
    assert_match "Savar attacks Goons", output
    assert_match version.to_s, shell_output("#{bin}/tracker --version")
  end
end
