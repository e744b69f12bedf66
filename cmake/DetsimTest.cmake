# detsim_add_test(TARGET name [NAME test] [FILTER filter] [TRIALS n]
#                 [STRATEGY name] [FLAGS flag ...] [CMAKE_ARGS arg ...]
#                 [TIMEOUT seconds])
#
# Registers a ctest entry, "detsim.<target>" unless NAME says otherwise, that
# sweeps over the tests of an executable of this project. It fails when
# detsim-test finds a failure, or a result that cannot be trusted.
#
#   FILTER      which tests, as for --gtest_filter; all of them without it
#   TRIALS      runs of each test; detsim-test's own default without it
#   STRATEGY    how schedules are drawn
#   FLAGS       any other flags of detsim-test
#   CMAKE_ARGS  how to configure the project in detsim's own build folder; the
#               build type and CMAKE_PREFIX_PATH go there by themselves
#   TIMEOUT     of the entry, in seconds; 1500 without it
#
# All entries of a project share one build folder, <binary dir>/detsim, and so
# run one after another; detsim-test uses all cores by itself.
function(detsim_add_test)
  cmake_parse_arguments(ARG ""
    "TARGET;NAME;FILTER;TRIALS;STRATEGY;TIMEOUT" "FLAGS;CMAKE_ARGS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "detsim_add_test: cannot understand "
      "${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT ARG_TARGET OR NOT TARGET "${ARG_TARGET}")
    message(FATAL_ERROR "detsim_add_test: TARGET has to name an executable "
      "that this project adds before (it is '${ARG_TARGET}')")
  endif()
  get_target_property(type "${ARG_TARGET}" TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "detsim_add_test: ${ARG_TARGET} is no executable")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME "detsim.${ARG_TARGET}")
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 1500)
  endif()
  set(flags "--dir=${PROJECT_SOURCE_DIR}" "--target=${ARG_TARGET}"
    "--out=${PROJECT_BINARY_DIR}/detsim")
  foreach(name FILTER TRIALS STRATEGY)
    if(DEFINED ARG_${name})
      string(TOLOWER "${name}" flag)
      list(APPEND flags "--${flag}=${ARG_${name}}")
    endif()
  endforeach()
  set(cmake_args ${ARG_CMAKE_ARGS} "-Ddetsim_DIR=${detsim_DIR}")
  if(CMAKE_BUILD_TYPE)
    list(APPEND cmake_args "-DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}")
  endif()
  foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
    list(APPEND cmake_args "-DCMAKE_PREFIX_PATH=${prefix}")
  endforeach()
  list(TRANSFORM cmake_args PREPEND "--cmake_arg=")
  add_test(NAME "${ARG_NAME}"
    COMMAND "${DETSIM_TEST_EXECUTABLE}" ${flags} ${cmake_args} ${ARG_FLAGS})
  set_tests_properties("${ARG_NAME}" PROPERTIES
    RESOURCE_LOCK detsim RUN_SERIAL TRUE TIMEOUT "${ARG_TIMEOUT}")
endfunction()
