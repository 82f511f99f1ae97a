"""A stand-in for Python where the scripts of `deploy` are tried below a folder."""

PYTHON = """#!/bin/sh
# Stands in for Python: makes a "virtual environment" whose program passes its self-check unless told, or is
# for its `doctor` this clone's, run by REAL_PYTHON.
case "$*" in
*"-m venv"*)
    for place; do :; done
    mkdir -p "$place/bin"
    cp "$0" "$place/bin/python"
    ;;
*missing_libraries.py*) printf '%s' "${MISSING:-}" ;;
*"-m pip"*)
    [ -z "${PIP_FAILS:-}" ] || exit 1
    printf '%s\\n' "$*" >>"${PIP_ASKED:-/dev/null}"
    if [ -n "${REAL_PYTHON:-}" ]; then
        printf '#!/bin/sh\\n[ "$1" != doctor ] || exec "$REAL_PYTHON" -m companion.cli "$@"\\n'
    else
        printf '#!/bin/sh\\n[ "$1" != --completion ] || echo "$2"\\n'
        printf '[ -z "${CHECK_FAILS:-}" ] || [ "$1" != doctor ]\\n'
    fi >"$(dirname "$0")/five-lines"
    chmod +x "$(dirname "$0")/five-lines"
    ;;
*first_settings.py*)
    [ -z "${REAL_PYTHON:-}" ] || exec "$REAL_PYTHON" "$@"
    printf 'set\\n' >"$3"
    ;;
esac
"""
