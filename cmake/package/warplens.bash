# Completion of warplens in bash: commands, options (as --help lists them), experiments and files.

_warplens() {
  local word="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(warplens --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p') --help --version --kernels" -- "$word")
    return
  fi
  if [[ "$word" == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(warplens "$command" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
    return
  fi
  case "$command" in
    experiment | sweep | render)
      mapfile -t COMPREPLY < <(compgen -W "$(warplens list --json 2>/dev/null | grep -o '"name":"[a-z_0-9-]*"' | cut -d'"' -f4 | sort -u)" -- "$word")
      ;;
  esac
}
complete -o default -F _warplens warplens
