# One ctest entry a program: corpus.fail.abba, corpus.pass.abba, ... They share
# one build folder, so they run one at a time; corpus.build fills it first,
# on all cores.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(_corpus_command "${Python3_EXECUTABLE}"
  "${CMAKE_CURRENT_SOURCE_DIR}/run_corpus.py"
  "--detsim_test=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/detsim-test"
  "--out=${CMAKE_CURRENT_BINARY_DIR}/detsim")

add_test(NAME corpus.build COMMAND ${_corpus_command} --build)
set_tests_properties(corpus.build PROPERTIES
  FIXTURES_SETUP corpus RESOURCE_LOCK corpus LABELS slow TIMEOUT 1500)

foreach(program IN LISTS programs)
  string(REGEX REPLACE "\\.cc$" "" name "${program}")
  string(REPLACE "/" "." name "${name}")
  add_test(NAME corpus.${name}
    COMMAND ${_corpus_command} --program=${program})
  set_tests_properties(corpus.${name} PROPERTIES
    FIXTURES_REQUIRED corpus RESOURCE_LOCK corpus TIMEOUT 300)
endforeach()
