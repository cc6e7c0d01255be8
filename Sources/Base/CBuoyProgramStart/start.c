// Runs before the Swift runtime, which installs crash handlers before `main`. They ask on the
// terminal what to do, and read the symbols of the whole program while the shell waits. With these
// handlers in their place, a crash just ends the program, and no core file contains the app's
// secret. Neither is changed if SWIFT_BACKTRACE is set, for developers.

#include "CBuoyProgramStart.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>

static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

/// After SA_RESETHAND, the signal has its default effect.
static void end(int number) { raise(number); }

/// The runtime leaves handlers alone that are already there.
static void replace_crash_handlers(void) {
    for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
        struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESETHAND | SA_ONSTACK};
        struct sigaction earlier;
        if (sigaction(crashes[index], NULL, &earlier) != 0) continue;
        if (earlier.sa_handler == SIG_DFL) sigaction(crashes[index], &action, NULL);
    }
}

static bool is_backtrace_wanted(char *const *environment) {
    static const char name[] = "SWIFT_BACKTRACE=";
    const size_t length = sizeof name - 1;
    for (; *environment; environment++) {
        if (strncmp(*environment, name, length) == 0) return (*environment)[length] != 0;
    }
    return false;
}

/// It contains the program's objects too.
static bool is_test_runner(const char *program) {
    static const char ending[] = ".xctest";
    const size_t length = program ? strlen(program) : 0;
    return length >= sizeof ending && strcmp(program + length - (sizeof ending - 1), ending) == 0;
}

static void start(int count, char **arguments, char **environment) {
    if (is_backtrace_wanted(environment) || is_test_runner(count > 0 ? arguments[0] : NULL)) return;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    replace_crash_handlers();
}

// Before the constructors of shared libraries, such as the runtime's.
__attribute__((section(".preinit_array"), used))
static void (*const hook)(int, char **, char **) = start;
