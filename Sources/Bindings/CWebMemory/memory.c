// The few functions of a C library that the core needs where there is none.

#include "CWebMemory.h"

#ifdef __wasm__

#include <stddef.h>
#include <stdint.h>

// Blocks come in sizes of 4, 5, 6 and 7 times a power of two, so that less than a fifth of one is
// wasted. A freed block waits in the list of its size: what is set up again takes what it took
// before, and nothing has to be joined. Memory never grows; at its end, the module stops.

struct Block {
  struct Block *next; // of the free ones
  uint32_t size_class;
  uint32_t unused[2]; // keeps what follows at a multiple of 16
};

enum { alignment = 16, smallest_shift = 4, class_count = 4 * 28 };

extern unsigned char __heap_base;
static struct Block *free_blocks[class_count];
static uintptr_t top;
static unsigned allocations;

static size_t size_of_class(uint32_t size_class) {
  return (size_t)(4 + (size_class & 3)) << (smallest_shift - 2 + (size_class >> 2));
}

static uint32_t class_of_size(size_t size) {
  if (size <= (1u << smallest_shift)) return 0;
  uint32_t power = 31 - (uint32_t)__builtin_clz((uint32_t)size);
  uint32_t size_class = (power - smallest_shift) * 4 + ((size >> (power - 2)) & 3);
  return size_of_class(size_class) < size ? size_class + 1 : size_class;
}

static void *allocate(size_t size) {
  if (size > (1u << 30)) return NULL;
  allocations += 1;
  uint32_t size_class = class_of_size(size);
  struct Block *block = free_blocks[size_class];
  if (block) {
    free_blocks[size_class] = block->next;
    return block + 1;
  }
  if (!top) top = ((uintptr_t)&__heap_base + alignment - 1) & ~(uintptr_t)(alignment - 1);
  size_t needed = (sizeof(struct Block) + size_of_class(size_class) + alignment - 1) &
                  ~(size_t)(alignment - 1);
  if (top + needed > __builtin_wasm_memory_size(0) * 65536u) return NULL;
  block = (struct Block *)top;
  top += needed;
  block->size_class = size_class;
  return block + 1;
}

// No type of the core needs more than 16 bytes.
int posix_memalign(void **pointer, size_t wanted, size_t size) {
  if (wanted > alignment) return 22;
  *pointer = allocate(size);
  return *pointer ? 0 : 12;
}

void free(void *pointer) {
  if (!pointer) return;
  struct Block *block = (struct Block *)pointer - 1;
  block->next = free_blocks[block->size_class];
  free_blocks[block->size_class] = block;
}

unsigned memory_allocations(void) { return allocations; }

unsigned memory_reach(void) { return top ? (unsigned)(top - (uintptr_t)&__heap_base) : 0; }

// Halves go away from zero; WebAssembly's own instruction sends them to the even neighbour.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}

float roundf(float value) {
  float whole = __builtin_truncf(value);
  return __builtin_fabsf(value - whole) >= 0.5f ? whole + __builtin_copysignf(1, value) : whole;
}

// The upper half of a number's bits, so that products of halves are exact (Veltkamp).
static double upper_half(double value) {
  double scaled = value * 134217729.0; // 2^27 + 1
  return scaled - (scaled - value);
}

// A product and a sum with one rounding, which strides of floating point call: the errors of both
// are found (Dekker, Knuth) and added at last. Products beyond 2^996 do not occur.
double fma(double factor, double other, double addend) {
  double product = factor * other;
  double high = upper_half(factor), low = factor - high;
  double other_high = upper_half(other), other_low = other - other_high;
  double product_error =
      low * other_low - (((product - high * other_high) - low * other_high) - high * other_low);
  double sum = product + addend;
  double part = sum - product;
  double sum_error = (product - (sum - part)) + (addend - part);
  return sum + (sum_error + product_error);
}

int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *one = first, *other = second;
  for (size_t index = 0; index < count; index += 1) {
    if (one[index] != other[index]) return one[index] - other[index];
  }
  return 0;
}

// The product of 128 bits that tells whether one of 64 bits overflows.
__int128 __multi3(__int128 first, __int128 second) {
  uint64_t one = (uint64_t)first, other = (uint64_t)second;
  uint64_t one_low = (uint32_t)one, one_high = one >> 32;
  uint64_t other_low = (uint32_t)other, other_high = other >> 32;
  uint64_t low = one_low * other_low;
  uint64_t middle = one_high * other_low + (low >> 32);
  uint64_t middle_low = (uint32_t)middle + one_low * other_high;
  uint64_t high = one_high * other_high + (middle >> 32) + (middle_low >> 32);
  high += (uint64_t)(first >> 64) * other + one * (uint64_t)(second >> 64);
  return (__int128)(((unsigned __int128)high << 64) | (middle_low << 32) | (uint32_t)low);
}

// Nothing shows the text that the standard library prints before it stops.
int putchar(int character) { return character; }

// It seeds hashing with this; nothing secret is hashed.
void arc4random_buf(void *buffer, size_t count) { __builtin_memset(buffer, 0x5A, count); }

#endif
