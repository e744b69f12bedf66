# What `cmake --install` adds besides the tools, and the .deb that `cpack`
# makes of it all.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/detsim")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/detsimConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/detsimConfig.cmake"
  INSTALL_DESTINATION "${config_dir}" PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/detsimConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${CMAKE_BINARY_DIR}/detsimConfig.cmake"
  "${CMAKE_BINARY_DIR}/detsimConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/DetsimTest.cmake"
  DESTINATION "${config_dir}")
install(FILES README.md CHANGELOG.md LICENSE DESTINATION share/doc/detsim)
install(DIRECTORY docs/ DESTINATION share/doc/detsim/docs)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME detsim)
set(CPACK_PACKAGE_CONTACT "The detsim authors <detsim@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "deterministic schedules for the tests of concurrent C++")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)  # Reports name lines of the runtime too.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Targets are compiled with it, lines are found by llvm-symbolizer.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "clang-${DETSIM_CLANG_MAJOR}, llvm-${DETSIM_CLANG_MAJOR}, cmake, binutils")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, libgtest-dev, ninja-build | make")
include(CPack)
