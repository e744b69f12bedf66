#!/usr/bin/env bash
# Compiles the shims in every mode they promise: each header alone in
# C++11 and C++20, all together in C++11 to C++23 with and without exceptions
# and RTTI, and the POSIX ones as strict and GNU C. Prints what failed; exit code 1 then.
# With libc++ too where it is installed.
#   compile_matrix.sh C_COMPILER CXX_COMPILER SOURCE_DIRECTORY [LIBCXX_FLAGS]
set -uo pipefail
cc=$1 cxx=$2 source=$3 libcxx=${4:--stdlib=libc++}
includes=(-I "$source/shims/include" -I "$source/runtime/include")
warnings=(-Wall -Wextra -Werror -fsyntax-only)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# One mode a line: the compiler and its arguments.
modes() {
  local standard flag header library libraries=("")
  # shellcheck disable=SC2086
  if $cxx $libcxx -fsyntax-only -include functional -x c++ /dev/null \
      2>/dev/null; then
    libraries+=("$libcxx")
  fi
  for library in "${libraries[@]}"; do
    for standard in c++11 c++14 c++17 c++20 c++23; do
      for flag in -fexceptions -fno-exceptions -fno-rtti; do
        echo "$cxx $library -std=$standard $flag $source/test/shims/usage.cc"
      done
    done
  done
  for standard in c++11 c++20; do
    for header in "$source"/shims/include/detsim/{std,posix,posix/sys}/*.h; do
      echo "$cxx -std=$standard -include $header -x c++ /dev/null"
    done
  done
  for standard in c99 c11 gnu11 c17 gnu17 c23; do
    for header in "$source"/shims/include/detsim/posix/{,sys/}*.h; do
      echo "$cc -std=$standard -include $header -x c /dev/null"
    done
  done
  for standard in c11 gnu11 c17 gnu17 c23; do
    echo "$cc -std=$standard $source/test/shims/usage.c"
  done
}

# Runs one mode; its words split on purpose.
compile() {
  # shellcheck disable=SC2086
  if ! output=$($1 "${includes[@]}" "${warnings[@]}" 2>&1); then
    printf 'failed: %s\n%s\n' "$1" "$output" >>"$scratch/failures"
  fi
}

count=0
while IFS= read -r mode; do
  compile "$mode" &
  count=$((count + 1))
  if ((count % $(nproc) == 0)); then wait; fi
done < <(modes)
wait

if [[ -s $scratch/failures ]]; then
  cat "$scratch/failures"
  exit 1
fi
echo "$count modes compile"
