#include "CBuildFacts.h"

#include <stddef.h>

const char *buoy_commit(void) {
#ifdef BUOY_COMMIT
    return BUOY_COMMIT;
#else
    return NULL;
#endif
}
