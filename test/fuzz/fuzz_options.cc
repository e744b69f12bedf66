// What AddressSanitizer does by default in the fuzzers. The readers allocate
// much and keep nothing: with its own defaults most of the time goes into a
// stack for each allocation, and into 256 MB of freed memory that no cache
// holds. ASAN_OPTIONS of the environment come after these.
extern "C" const char* __asan_default_options() {
  return "malloc_context_size=3:quarantine_size_mb=4";
}
