// ncurses for Swift: what the importer cannot see by itself.
//
// Swift imports neither variadic functions nor function-like macros, and it takes the global variables
// of ncurses for unsafe shared state. Each function here stands for one of those.

#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

// The wide character functions are hidden without it.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif

#include <curses.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>
#include <wchar.h>

static inline WINDOW *curses_screen(void) { return stdscr; }
static inline int curses_colors(void) { return COLORS; }
static inline int curses_color_pairs(void) { return COLOR_PAIRS; }

// Starts ncurses on a descriptor and standard input; NULL when the terminal type is not usable.
static inline SCREEN *curses_start(const char *type, int output) {
    FILE *file = fdopen(output, "w");
    return file == NULL ? NULL : newterm(type, file, stdin);
}

// GNU extensions, which Swift does not import.
int pthread_getattr_default_np(pthread_attr_t *attributes);
int pthread_setattr_default_np(const pthread_attr_t *attributes);

// New threads have a stack of this many bytes at least, whatever the limit of the shell is.
static inline void threads_need_stack(size_t least) {
    pthread_attr_t attributes;
    size_t size = 0;
    if (pthread_getattr_default_np(&attributes) != 0) return;
    if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < least
        && pthread_attr_setstacksize(&attributes, least) == 0) {
        pthread_setattr_default_np(&attributes);
    }
    pthread_attr_destroy(&attributes);
}

// Whether terminfo knows the type, and as a type that a program can draw on.
static inline bool curses_knows_type(const char *type) {
    int status = 0;
    return setupterm(type, 1, &status) == OK && status == 1;
}

// Forgets the type that was last looked at.
static inline void curses_forget_type(void) {
    if (cur_term != NULL) {
        del_curterm(cur_term);
    }
}

// A string of the terminal type; NULL when it has none.
static inline const char *curses_capability(const char *name) {
    const char *value = tigetstr(name);
    return value == (const char *)-1 ? NULL : value;
}

// Whether the terminal type has a capability beyond the standard ones, of whichever kind.
static inline bool curses_has_extension(const char *name) {
    return tigetflag((char *)name) == 1 || tigetnum((char *)name) > 0
        || curses_capability(name) != NULL;
}

// What the terminal type writes before text in a colour; NULL when it has no colours.
static inline const char *curses_color_string(int number) {
    const char *format = curses_capability("setaf");
    return format == NULL ? NULL : tparm((char *)format, number, 0, 0, 0, 0, 0, 0, 0, 0);
}

// Keeps ncurses from setting the colours of the terminal back (OSC 104) whenever it takes the screen
// again: it never changes them, but the user may have. It asks the type for the string each time.
static inline void curses_keep_palette(void) {
    char *reset = tigetstr("oc");
    if (reset != NULL && reset != (char *)-1) {
        *reset = 0;
    }
}

// Makes a cell of up to three code points (0 ends them earlier).
static inline int curses_make_cell(
    cchar_t *cell, wchar_t base, wchar_t mark1, wchar_t mark2, attr_t attributes, int pair) {
    const wchar_t text[] = {base, mark1, mark2, 0};
    // Pair numbers above 255 only fit through the last argument.
    return setcchar(cell, text, attributes, (short)(pair > 32767 ? 0 : pair), &pair);
}

// The C library declares it only for programs that ask for all of XPG, which its Swift module does
// not.
extern int wcwidth(wchar_t character);

// Cells that the C library, and so ncurses, gives a character; -1 when it cannot be printed.
static inline int curses_width(uint32_t character) { return wcwidth((wchar_t)character); }

static inline attr_t curses_bold(void) { return WA_BOLD; }
static inline attr_t curses_dim(void) { return WA_DIM; }
static inline attr_t curses_italic(void) { return WA_ITALIC; }
static inline attr_t curses_underline(void) { return WA_UNDERLINE; }
static inline attr_t curses_reverse(void) { return WA_REVERSE; }

#endif
