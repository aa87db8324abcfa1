#ifndef CWEBMEMORY_H
#define CWEBMEMORY_H

#ifdef __wasm__
/// The number of blocks requested since the module was loaded, which must not change while
/// sound is processed.
unsigned memory_allocations(void);
/// The number of bytes taken from the end of memory, including freed blocks, which are used again.
unsigned memory_reach(void);
#endif

#endif
