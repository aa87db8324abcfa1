#ifndef CWEBMEMORY_H
#define CWEBMEMORY_H

#ifdef __wasm__
/// How many blocks were asked for since the module was loaded: a figure that must stand still while
/// sound is processed.
unsigned memory_allocations(void);
/// How many bytes have been taken from the end of memory. Freed blocks are used again, and count.
unsigned memory_reach(void);
#endif

#endif
