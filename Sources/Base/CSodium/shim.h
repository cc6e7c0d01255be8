// The system's libsodium: secret boxes (XSalsa20 and Poly1305), which OpenSSL does not have.
#ifndef BUOY_SODIUM_SHIM_H
#define BUOY_SODIUM_SHIM_H

#include <sodium.h>

#endif
