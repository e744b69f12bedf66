# Clang's and LLVM's development files, for the folders that know them.
#
# LLVM's version file accepts no bare major version, so look at the directory
# that Debian gives it, then anywhere, and check.
set(DETSIM_LLVM_VERSION 22 CACHE STRING
  "LLVM that the rewriter is made of: 22, or down to 19")
find_package(Clang QUIET CONFIG
  PATHS "/usr/lib/llvm-${DETSIM_LLVM_VERSION}/lib/cmake/clang" NO_DEFAULT_PATH)
find_package(Clang QUIET CONFIG)
if(NOT Clang_FOUND OR LLVM_VERSION_MAJOR LESS 19)
  message(FATAL_ERROR "detsim needs the development files of LLVM and Clang "
    "22. On Debian or Ubuntu: apt install libclang-22-dev llvm-22-dev clang-22")
endif()
message(STATUS "Clang ${LLVM_VERSION}: ${CLANG_CMAKE_DIR}")
# Which compiler builds the programs under test.
set(DETSIM_CLANG_BINARY_DIR "${LLVM_TOOLS_BINARY_DIR}" CACHE INTERNAL "")
set(DETSIM_CLANG_MAJOR "${LLVM_VERSION_MAJOR}" CACHE INTERNAL "")
