#!/usr/bin/env bash
# Installs detsim into a scratch folder and uses it from there, as a user would.
#   package_test.sh CMAKE BUILD_DIRECTORY SOURCE_DIRECTORY SCRATCH install|deb
set -euo pipefail
cmake=$1 build=$2 source=$3 scratch=$4/$5
rm -rf "$scratch"
mkdir -p "$scratch"

fail() {
  echo "package_test.sh: $*" >&2
  exit 1
}

# A project that finds detsim registers two entries: one has a bug to find.
install_and_find() {
  "$cmake" --install "$build" --prefix "$scratch/prefix" >/dev/null
  cp -r "$source/test/package/project" "$scratch/project"
  "$cmake" -S "$scratch/project" -B "$scratch/build" \
    -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
  "$cmake" --build "$scratch/build" >/dev/null
  local code=0
  ctest --test-dir "$scratch/build" --output-on-failure \
    >"$scratch/ctest.log" 2>&1 || code=$?
  cat "$scratch/ctest.log"
  [[ $code -ne 0 ]] || fail "ctest found no failure"
  grep -q 'detsim.counter_test .*Failed' "$scratch/ctest.log" ||
    fail "detsim.counter_test did not fail"
  grep -q 'right .*Passed' "$scratch/ctest.log" || fail "right did not pass"
  grep -q 'reproduce: ' "$scratch/ctest.log" || fail "no line to reproduce"
  [[ -f $scratch/build/detsim/report.json ]] || fail "no report"
  [[ ! -e $scratch/project/.detsim ]] || fail "the sources were written to"

  # A wrong call is an error of the user's list file.
  echo 'detsim_add_test(TARGET nothing)' >>"$scratch/project/CMakeLists.txt"
  ! "$cmake" -S "$scratch/project" -B "$scratch/build" \
    >"$scratch/cmake.log" 2>&1 || fail "an unknown target was accepted"
  grep -q "TARGET has to name an executable" "$scratch/cmake.log" ||
    fail "an unknown target was not named"
}

# The demo runs on the tools of the package.
unpack_and_demo() {
  (cd "$build" && "${cmake%cmake}cpack" -G DEB -B "$scratch") >/dev/null
  dpkg-deb -x "$scratch"/detsim_*.deb "$scratch/root"
  mkdir "$scratch/demo"
  cp -r "$source/scripts" "$scratch/demo/"
  mkdir -p "$scratch/demo/examples"
  (cd "$source/examples" && tar c --exclude=.detsim workerpool) |
    tar x -C "$scratch/demo/examples"
  DETSIM_BIN="$scratch/root/usr/bin" "$scratch/demo/scripts/demo.sh"
}

case $5 in
  install) install_and_find ;;
  deb) unpack_and_demo ;;
esac
