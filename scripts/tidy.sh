#!/usr/bin/env bash
# Runs clang-tidy over the sources named, or over all that the build in build/
# compiles. Exit code 1 when it finds something.
set -euo pipefail
cd "$(dirname "$0")/.."

database=build/compile_commands.json
if [[ ! -f $database ]]; then
  echo "tidy.sh: no $database; run 'make build' first" >&2
  exit 2
fi

if [[ $# -gt 0 ]]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files 'runtime/*.cc' 'rewriter/*.cc' 'cmd/*.cc')
fi
# One process a file: clang-tidy has no --jobs, and its memory grows.
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-22 --quiet -p build
