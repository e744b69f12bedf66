#!/usr/bin/env bash
# Checks that every source is formatted (prints what is not, exit code 1), or
# reformats with --fix. Goldens and corpus programs are excluded: goldens hold
# what a rewriter must cope with, corpus programs what a user might write.
set -euo pipefail
cd "$(dirname "$0")/.."

clang_format=$(command -v clang-format-22 || true)
if [[ -z $clang_format ]]; then
  echo "format.sh: no clang-format-22; run scripts/install_packages.sh" >&2
  exit 2
fi

mapfile -t files < <(git ls-files '*.h' '*.cc' '*.c' |
  grep -vE '^test/(rewriter/golden|corpus/(fail|pass))/')
if [[ ${1:-} == --fix ]]; then
  exec "$clang_format" --style=file -i "${files[@]}"
fi
exec "$clang_format" --style=file --dry-run --Werror "${files[@]}"
