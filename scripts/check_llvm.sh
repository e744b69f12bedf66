#!/usr/bin/env bash
# Checks that the files which know Clang are good C++ with another LLVM's
# headers: scripts/check_llvm.sh 19. With --build, builds the rewriter and the
# launcher with it in build-19/ and runs the goldens there: each is rewritten as
# with LLVM 22, and its output compiled by that LLVM's clang; programs among
# them are built by the launcher and run. Exit code 2: that LLVM is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-19}
include=/usr/lib/llvm-$version/include
if [[ ! -d $include/clang ]]; then
  echo "check_llvm.sh: no $include/clang; apt install clang-$version" \
    "llvm-$version-dev libclang-$version-dev" >&2
  exit 2
fi

if [[ ${2:-} == --build ]]; then
  cmake -B "build-$version" -G Ninja -DDETSIM_LLVM_VERSION="$version" \
    -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo
  tests=(rewriter_golden_test rewriter_end_to_end_test)
  cmake --build "build-$version" --target "${tests[@]}"
  "build-$version/test/rewriter_golden_test"
  "build-$version/test/rewriter_end_to_end_test" --gtest_filter='*GoldenRun*'
  exit
fi

# One unit: Clang's headers take most of the time.
for file in rewriter/match/*.cc rewriter/command_line.cc \
  rewriter/precompiled.cc rewriter/rewrite_unit.cc; do
  echo "#include \"$file\""
done | clang++-22 -std=c++20 -fsyntax-only -I. -isystem "$include" \
  -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS \
  -D__STDC_LIMIT_MACROS -DDETSIM_CLANG_RESOURCE_DIR='""' -x c++ -
