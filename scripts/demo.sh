#!/usr/bin/env bash
# The main job of detsim on a real-looking project with a bug that shows about
# once in ten thousand ordinary runs: find it, replay it, explain it.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="${DETSIM_BIN:-$PWD/build/bin}:$PATH"

project=examples/workerpool
tests='JobQueueTest.*:WorkerPoolTest.RunsEveryJob*'

# Prints the command (quoted, to be pasted), runs it, and ends the demo if its exit code is not
# $wanted.
run() {
  local wanted=$1 code=0
  shift
  echo
  echo "\$ ${*/$tests/\'$tests\'}"
  "$@" || code=$?
  if [[ $code -ne $wanted ]]; then
    echo "demo.sh: exit code $code, expected $wanted: $*" >&2
    exit 1
  fi
}

# Exit code 1: a failure was found.
rm -rf "$project/.detsim/failures"
run 1 detsim-test --dir="$project" --filter="$tests" --trials=2000 --minimize

artifacts=("$project"/.detsim/failures/*.min.json)
if [[ ! -f ${artifacts[0]} ]]; then
  echo "demo.sh: no minimized failure in $project/.detsim/failures" >&2
  exit 1
fi

# Exit code 1 again: the same failure, in a new process.
run 1 detsim-test --dir="$project" --replay="${artifacts[0]}"
run 0 detsim-trace view --limit=30 "${artifacts[0]}"
