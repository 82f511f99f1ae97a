# Bash parts words at "=", as few programs want it: here "key=value" is one word, as it was typed.
_five_lines_whole_words() {
  local -a whole=()
  local rest="$COMP_LINE" typed="${COMP_WORDS[COMP_CWORD]}" number word before last="" here=0 at=0
  for number in "${!COMP_WORDS[@]}"; do
    word="${COMP_WORDS[number]}"
    before="$rest"
    [ -n "$word" ] && { before="${rest%%"$word"*}"; rest="${rest#*"$word"}"; }
    if [[ -z "$before" && number -gt 0 && ( "$word" == =* || "$last" == *= ) ]]; then
      if [[ "$word" == "=" && "${whole[at]}" == --* && "${whole[at]}" != *=* ]]; then
        # --option=value is an option and its value.
        at=${#whole[@]}
        whole[at]=""
      else
        whole[at]+="$word"
      fi
    else
      at=${#whole[@]}
      whole[at]="$word"
    fi
    last="$word"
    (( number == COMP_CWORD )) && here=$at
  done
  local -a COMP_WORDS=("${whole[@]}")
  local COMP_CWORD=$here
  _shtab_five_lines
  # Only what stands behind the "=" is replaced by what is offered.
  local known="${COMP_WORDS[COMP_CWORD]}"
  [ "$typed" = "=" ] || known="${known%"$typed"}"
  COMPREPLY=("${COMPREPLY[@]#"$known"}")
}

complete -o bashdefault -F _five_lines_whole_words five-lines
