# detsim_library(), detsim_unit_test(): one target a folder, sources listed.

set(DETSIM_WARNINGS -Wall -Wextra -Wno-unused-parameter
    -Wno-missing-designated-field-initializers)
if(DETSIM_WERROR)
  list(APPEND DETSIM_WARNINGS -Werror)
endif()

# Compile settings shared by every host-side target.
function(detsim_target_settings target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE ${DETSIM_WARNINGS})
  target_include_directories(${target} PUBLIC
    "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/runtime/include")
  if(DETSIM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${DETSIM_SANITIZE}
      -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DETSIM_SANITIZE})
  endif()
endfunction()

# detsim_library(NAME SRCS a.cc ... HDRS a.h ... DEPS target ...)
# A static library (or an INTERFACE one when it has no sources).
function(detsim_library name)
  cmake_parse_arguments(ARG "" "" "SRCS;HDRS;DEPS" ${ARGN})
  if(ARG_SRCS)
    add_library(${name} STATIC ${ARG_SRCS} ${ARG_HDRS})
    detsim_target_settings(${name})
    target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  else()
    add_library(${name} INTERFACE ${ARG_HDRS})
    target_compile_features(${name} INTERFACE cxx_std_20)
    target_include_directories(${name} INTERFACE
      "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/runtime/include")
    target_link_libraries(${name} INTERFACE ${ARG_DEPS})
  endif()
endfunction()

# detsim_unit_test(NAME SRCS a_test.cc ... DEPS target ... [LABELS slow])
# One GoogleTest binary, registered as one ctest entry.
function(detsim_unit_test name)
  cmake_parse_arguments(ARG "" "" "SRCS;DEPS;LABELS" ${ARGN})
  if(NOT DETSIM_BUILD_TESTS)
    return()
  endif()
  add_executable(${name} ${ARG_SRCS})
  detsim_target_settings(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gmock
    GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/test")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300)
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()
