# Click's own script drops completed names if files are possible too, and leaves blanks unquoted.
%(complete_func)s() {
    local IFS=$'\n' files= type value line response
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for line in $response; do
        IFS=',' read -r type value <<< "$line"
        if [[ $type == plain ]]; then
            printf -v value '%%q' "$value"
            COMPREPLY+=("$value")
        else
            files=yes
        fi
    done
    if [[ $files && ${#COMPREPLY[@]} == 0 ]]; then
        compopt -o default
    fi
}
complete -o nosort -F %(complete_func)s %(prog_name)s
