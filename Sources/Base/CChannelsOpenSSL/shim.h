#ifndef BUOY_COPENSSL_SHIM_H
#define BUOY_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

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

static inline int buoy_X509_count(const STACK_OF(X509) *certificates) {
    return sk_X509_num(certificates);
}

static inline int buoy_X509_INFO_count(const STACK_OF(X509_INFO) *blocks) {
    return sk_X509_INFO_num(blocks);
}

static inline X509_INFO *buoy_X509_INFO_at(const STACK_OF(X509_INFO) *blocks, int index) {
    return sk_X509_INFO_value(blocks, index);
}

static inline void buoy_X509_INFO_free(STACK_OF(X509_INFO) *blocks) {
    sk_X509_INFO_pop_free(blocks, X509_INFO_free);
}

// Takes the certificate over if it succeeds.
static inline int buoy_SSL_CTX_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

// Whether the newest error is the end of a text without another PEM block.
static inline int buoy_ERR_is_end_of_PEM(void) {
    unsigned long code = ERR_peek_last_error();
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

#endif
