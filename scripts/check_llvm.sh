#!/usr/bin/env bash
# Checks that the files which know Clang are good C++ with another LLVM's
# headers: scripts/check_llvm.sh 19. The whole tool is built with it by
# cmake -B build-19 -DDETSIM_LLVM_VERSION=19.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:-19}
include=/usr/lib/llvm-$version/include
if [[ ! -d $include/clang ]]; then
  echo "check_llvm.sh: no $include/clang; apt install" \
    "libclang-$version-dev llvm-$version-dev" >&2
  exit 2
fi

# One unit: Clang's headers take most of the time.
for file in rewriter/match/*.cc rewriter/command_line.cc \
  rewriter/rewrite_unit.cc; do
  echo "#include \"$file\""
done | clang++-22 -std=c++20 -fsyntax-only -I. -isystem "$include" \
  -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS \
  -D__STDC_LIMIT_MACROS -DDETSIM_CLANG_RESOURCE_DIR='""' -x c++ -
