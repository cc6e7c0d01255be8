// Gives every thread a second stack for signal handlers, as the main thread has one. Without it, no
// handler can run after a stack overflow, and the terminal stays as it is.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#if !defined(__SANITIZE_THREAD__) && !__has_feature(thread_sanitizer) \
    && !__has_feature(address_sanitizer)

typedef int (*creation)(
    pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

struct work {
    void *(*run)(void *);
    void *argument;
};

static void *run(void *pointer) {
    struct work work = *(struct work *)pointer;
    free(pointer);
    stack_t stack = {.ss_size = 128 << 10};
    stack.ss_sp = malloc(stack.ss_size);
    if (stack.ss_sp) sigaltstack(&stack, NULL);
    void *result = work.run(work.argument);
    stack_t none = {.ss_flags = SS_DISABLE};
    // Whoever set another one since then takes care of it.
    stack_t present;
    if (stack.ss_sp && sigaltstack(NULL, &present) == 0 && present.ss_sp == stack.ss_sp) {
        sigaltstack(&none, NULL);
        free(stack.ss_sp);
    }
    return result;
}

/// Takes the place of the C library's, which it calls.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
    void *argument) {
    static creation known;
    creation create = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!create) {
        create = (creation)dlsym(RTLD_NEXT, "pthread_create");
        __atomic_store_n(&known, create, __ATOMIC_RELAXED);
    }
    struct work *work = malloc(sizeof *work);
    if (!work) return create(thread, attributes, start, argument);
    *work = (struct work){.run = start, .argument = argument};
    int code = create(thread, attributes, run, work);
    if (code != 0) free(work);
    return code;
}

#endif
