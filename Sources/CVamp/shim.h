#include <vamp/vamp.h>
