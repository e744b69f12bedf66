#!/usr/bin/env bash
# Installs the Debian packages that building and testing detsim needs. As root
# it installs what is missing; as anybody else it prints the line to run and
# exits 2. With everything there it does nothing and takes no time.
#
#   --all   also what only one test needs and is large: the other LLVM that
#           check_llvm.sh builds the rewriter with, and Bazel
set -euo pipefail

packages=(
  # The compiler that targets are built with, and the libraries that the
  # rewriter is made of. llvm-22 has the symbolizer.
  clang-22 llvm-22 llvm-22-dev libclang-22-dev
  # Its sanitizers, which tests build programs with, and libFuzzer.
  libclang-rt-22-dev
  # Tools that the test suite runs over the sources.
  clang-format-22 clang-tidy-22 python3 python3-yaml
  # Host-side libraries.
  libabsl-dev nlohmann-json3-dev libpugixml-dev
  # Tests, and the benchmark's yardstick.
  libgtest-dev libgmock-dev libboost-context-dev
  # What a user may build and test with.
  meson catch2 doctest-dev libconcurrentqueue-dev libasio-dev
  # The debugger of --replay --gdb.
  gdb
  # The browser in which the page of detsim-trace html is tested.
  chromium chromium-driver
  # The other C++ standard library that the shims promise to work with.
  libc++-22-dev libc++abi-22-dev
  # Build tools; g++ brings the C++ standard library's headers.
  cmake ninja-build make git binutils g++ dpkg-dev
)

if [[ ${1:-} == --all ]]; then
  packages+=(clang-19 llvm-19-dev libclang-19-dev
    bazel-bootstrap bazel-platforms bazel-rules-java)
elif [[ $# -gt 0 ]]; then
  echo "install_packages.sh: unknown argument $1; it takes --all or none" >&2
  exit 2
fi

if ! command -v dpkg-query >/dev/null; then
  echo "install_packages.sh: this is not a Debian system (no dpkg-query);" \
    "install the equivalents of: ${packages[*]}" >&2
  exit 2
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if [[ $(id -u) -ne 0 ]]; then
  echo "install_packages.sh: packages are missing; run this, then try again:" >&2
  echo "  sudo apt-get update && sudo apt-get install -y" \
    "--no-install-recommends ${missing[*]}" >&2
  exit 2
fi

echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -y -q --no-install-recommends "${missing[@]}"
