/* The LV2 plug-in of packages: what it does is in libkammerton. Scripts/packaging/libraries.sh says why. */
#include <lv2/core/lv2.h>

const LV2_Descriptor *ktn_private_lv2_descriptor(uint32_t index);

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return ktn_private_lv2_descriptor(index);
}
