#ifndef BUOY_COPENSSL_SHIM_H
#define BUOY_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

// To be called before any other function of OpenSSL: keeps it from freeing its locks when the process
// exits, while other threads may still be signing or speaking TLS (OPENSSL_init_crypto(3),
// OPENSSL_INIT_NO_ATEXIT). Called again, it does nothing.
static inline void buoy_openssl_start(void) {
    (void)OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// The SHA-1 of a text, for the answer of a WebSocket handshake. `SHA1` would load OpenSSL's providers first, which
// takes 5 % of the program's start and 2 MB; connections without TLS and without a secret need nothing else of
// OpenSSL. The parts that do not are declared deprecated, in favour of those that do.
static inline void buoy_SHA1(const unsigned char *text, size_t length, unsigned char *digest) {
#ifdef OPENSSL_NO_DEPRECATED_3_0
    buoy_openssl_start();
    (void)SHA1(text, length, digest);
#else
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    SHA_CTX context;
    SHA1_Init(&context);
    SHA1_Update(&context, text, length);
    SHA1_Final(digest, &context);
#pragma clang diagnostic pop
#endif
}

// Swift imports functions, not function-like macros: each wrapper below stands for one macro.

static inline int buoy_SSL_set_tlsext_host_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline int buoy_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

// The options and modes of every context: no renegotiation, no compression, no session resumption,
// and buffers given back while a connection idles.
static inline void buoy_SSL_CTX_harden(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

// An empty memory BIO means "wait for more", not the end of the stream.
static inline void buoy_BIO_wait_when_empty(BIO *bio) {
    BIO_set_mem_eof_return(bio, -1);
}

static inline int buoy_GENERAL_NAME_count(const GENERAL_NAMES *names) {
    return sk_GENERAL_NAME_num(names);
}

static inline GENERAL_NAME *buoy_GENERAL_NAME_at(const GENERAL_NAMES *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

// The words for an errno. Safe in threads since glibc 2.32.
static inline const char *buoy_error_text(int code) {
    return strerror(code);
}

#endif
