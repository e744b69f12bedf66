/* Bytes from the run's stream of random values. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_RANDOM_BYTES_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_RANDOM_BYTES_H_
#pragma GCC system_header

#include "detsim/detail/c_config.h"

#ifdef __cplusplus
extern "C" {
#endif

DETSIM_C_SHIM void detsim_random_bytes(void* buffer,
                                       size_t size) DETSIM_NOEXCEPT {
  unsigned char* bytes = (unsigned char*)buffer;
  while (size > 0) {
    const uint32_t number = detsim_random_u32();
    const size_t count = size < sizeof(number) ? size : sizeof(number);
    __builtin_memcpy(bytes, &number, count);
    bytes += count;
    size -= count;
  }
}

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_RANDOM_BYTES_H_ */
