// Scans the text of a message many bytes at a time: what Swift's compiler does not do well enough
// (docs/dev/decisions.md, "Ordinary events bypass the state machine").
//
// Everything is a function of the bytes between two places. Nothing is allocated or kept, and nothing is read
// outside of what the caller says is readable.
#ifndef BUOY_TEXT_SCAN_H
#define BUOY_TEXT_SCAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(BUOY_PORTABLE_SCAN)
#include <emmintrin.h>
#endif

// MARK: Single bytes

// Whether a byte ends plain text inside a JSON string: a quote, a backslash or a control character.
static inline int text_is_special(uint8_t byte) {
    return byte < 0x20 || byte == '"' || byte == '\\';
}

// The character that the letter after a backslash stands for; 0 if it is not an escape of two characters.
static inline uint8_t text_short_escape(uint8_t letter) {
    static const uint8_t meanings[256] = {
        ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
        ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
    };
    return meanings[letter];
}

// MARK: Blocks of bytes, marked in a mask whose lowest bit is the first byte

#if defined(__SSE2__) && !defined(BUOY_PORTABLE_SCAN)

#define TEXT_BLOCK 16

typedef struct {
    __m128i bytes;
} text_block;

static inline text_block text_load(const uint8_t *bytes) {
    text_block block = {_mm_loadu_si128((const __m128i *)bytes)};
    return block;
}

static inline void text_store(uint8_t *bytes, text_block block) {
    _mm_storeu_si128((__m128i *)bytes, block.bytes);
}

static inline uint32_t text_marks(text_block block, char byte) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block.bytes, _mm_set1_epi8(byte)));
}

static inline __m128i text_controls(text_block block) {
    return _mm_cmpeq_epi8(_mm_min_epu8(block.bytes, _mm_set1_epi8(0x1F)), block.bytes);
}

static inline uint32_t text_control_marks(text_block block) {
    return (uint32_t)_mm_movemask_epi8(text_controls(block));
}

static inline uint32_t text_special_marks(text_block block) {
    __m128i quotes = _mm_cmpeq_epi8(block.bytes, _mm_set1_epi8('"'));
    __m128i backslashes = _mm_cmpeq_epi8(block.bytes, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(
        _mm_or_si128(_mm_or_si128(quotes, backslashes), text_controls(block)));
}

// Whether one of four blocks has a mark of `text_special_marks`.
static inline int text_has_special(text_block a, text_block b, text_block c, text_block d) {
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    text_block least = {_mm_min_epu8(_mm_min_epu8(a.bytes, b.bytes), _mm_min_epu8(c.bytes, d.bytes))};
    __m128i ab = _mm_or_si128(_mm_cmpeq_epi8(a.bytes, quote), _mm_cmpeq_epi8(b.bytes, quote));
    __m128i cd = _mm_or_si128(_mm_cmpeq_epi8(c.bytes, quote), _mm_cmpeq_epi8(d.bytes, quote));
    ab = _mm_or_si128(ab, _mm_cmpeq_epi8(a.bytes, backslash));
    cd = _mm_or_si128(cd, _mm_cmpeq_epi8(c.bytes, backslash));
    ab = _mm_or_si128(ab, _mm_cmpeq_epi8(b.bytes, backslash));
    cd = _mm_or_si128(cd, _mm_cmpeq_epi8(d.bytes, backslash));
    return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(ab, cd), text_controls(least))) != 0;
}

static inline int text_has_high_bits(text_block block) {
    return _mm_movemask_epi8(block.bytes) != 0;
}

static inline text_block text_either(text_block left, text_block right) {
    text_block block = {_mm_or_si128(left.bytes, right.bytes)};
    return block;
}

#else

// Words of eight bytes. Adding 0x7F to seven bits sets the eighth unless they are zero, and never carries
// over into the next byte.
#define TEXT_BLOCK 8
#define TEXT_ONES 0x0101010101010101u
#define TEXT_HIGH_BITS 0x8080808080808080u

typedef struct {
    uint64_t bytes;
} text_block;

static inline text_block text_load(const uint8_t *bytes) {
    text_block block;
    memcpy(&block.bytes, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    block.bytes = __builtin_bswap64(block.bytes);
#endif
    return block;
}

static inline void text_store(uint8_t *bytes, text_block block) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    block.bytes = __builtin_bswap64(block.bytes);
#endif
    memcpy(bytes, &block.bytes, 8);
}

// Gathers the highest bits of all bytes. The products do not overlap.
static inline uint32_t text_gather(uint64_t high_bits) {
    return (uint32_t)(((high_bits >> 7) * 0x0102040810204080u) >> 56);
}

static inline uint64_t text_zeros(uint64_t word) {
    return ~(((word & ~TEXT_HIGH_BITS) + ~TEXT_HIGH_BITS) | word) & TEXT_HIGH_BITS;
}

static inline uint32_t text_marks(text_block block, char byte) {
    return text_gather(text_zeros(block.bytes ^ (TEXT_ONES * (uint8_t)byte)));
}

// A control character has none of the three highest bits.
static inline uint64_t text_controls(text_block block) {
    return text_zeros(block.bytes & (TEXT_ONES * 0xE0));
}

static inline uint32_t text_control_marks(text_block block) {
    return text_gather(text_controls(block));
}

static inline uint32_t text_special_marks(text_block block) {
    return text_gather(
        text_zeros(block.bytes ^ (TEXT_ONES * '"')) | text_zeros(block.bytes ^ (TEXT_ONES * '\\'))
        | text_controls(block));
}

static inline int text_has_special(text_block a, text_block b, text_block c, text_block d) {
    return (text_special_marks(a) | text_special_marks(b) | text_special_marks(c)
            | text_special_marks(d)) != 0;
}

static inline int text_has_high_bits(text_block block) {
    return (block.bytes & TEXT_HIGH_BITS) != 0;
}

static inline text_block text_either(text_block left, text_block right) {
    text_block block = {left.bytes | right.bytes};
    return block;
}

#endif

// MARK: Scanning

// The first place of a byte, or `end`.
static inline size_t text_place(const uint8_t *bytes, size_t from, size_t end, uint8_t byte) {
    const uint8_t *found = memchr(bytes + from, byte, end - from);
    return found ? (size_t)(found - bytes) : end;
}

// The places before this one are in the text, and a block can be loaded there.
static inline size_t text_block_limit(size_t end, size_t readable) {
    if (readable < TEXT_BLOCK) return 0;
    size_t last = readable - TEXT_BLOCK;
    return end <= last ? end : last + 1;
}

// Passes over plain text, four blocks at a time, up to a place before `limit`, or not at all.
static inline size_t text_skip_plain(const uint8_t *bytes, size_t from, size_t limit) {
    while (from < limit && limit - from > 3 * TEXT_BLOCK) {
        const uint8_t *start = bytes + from;
        if (text_has_special(
                text_load(start), text_load(start + TEXT_BLOCK), text_load(start + 2 * TEXT_BLOCK),
                text_load(start + 3 * TEXT_BLOCK)))
            break;
        from += 4 * TEXT_BLOCK;
    }
    return from;
}

// The place of the next quote, backslash or control character from `from` on; `end` if there is none before.
// The bytes up to `readable` may be loaded, but count for nothing.
static inline size_t text_plain_end(
    const uint8_t *bytes, size_t from, size_t end, size_t readable
) {
    size_t limit = text_block_limit(end, readable);
    while (from < limit) {
        uint32_t special = text_special_marks(text_load(bytes + from));
        if (special) {
            from += (size_t)__builtin_ctz(special);
            return from < end ? from : end;
        }
        from = text_skip_plain(bytes, from + TEXT_BLOCK, limit);
    }
    while (from < end && !text_is_special(bytes[from])) from += 1;
    return from < end ? from : end;
}

// The same, but passes over `\"`, which is frequent in JSON inside a string: the place of the next quote
// without a backslash, of a backslash before something else, or of a control character.
static inline size_t text_quoted_end(
    const uint8_t *bytes, size_t from, size_t end, size_t readable
) {
    size_t start = from;
    // Whether the byte before this block is a backslash that nothing has followed yet.
    uint32_t carry = 0;
    size_t limit = text_block_limit(end, readable);
    while (from < limit) {
        text_block block = text_load(bytes + from);
        if (!carry && !text_special_marks(block)) {
            from = text_skip_plain(bytes, from + TEXT_BLOCK, limit);
            continue;
        }
        uint32_t quotes = text_marks(block, '"');
        uint32_t backslashes = text_marks(block, '\\');
        uint32_t escaped = (backslashes << 1 | carry) & ((1u << TEXT_BLOCK) - 1);
        uint32_t wrong = (quotes ^ escaped) | text_control_marks(block);
        if (wrong) {
            size_t offset = (size_t)__builtin_ctz(wrong);
            // The backslash of another escape belongs to it.
            from += offset - (escaped >> offset & 1);
            if (from < end) return from;
            carry = 0;
            break;
        }
        carry = backslashes >> (TEXT_BLOCK - 1);
        from += TEXT_BLOCK;
    }
    if (from >= end) {
        // A quote behind the end does not count.
        return end > start && bytes[end - 1] == '\\' ? end - 1 : end;
    }
    from -= carry;
    while (from < end) {
        if (bytes[from] == '\\' && end - from > 1 && bytes[from + 1] == '"') {
            from += 2;
        } else if (text_is_special(bytes[from])) {
            return from;
        } else {
            from += 1;
        }
    }
    return from;
}

// Whether no byte is 0x80 or more.
static inline int text_is_ascii(const uint8_t *bytes, size_t count) {
    size_t index = 0;
    while (count - index >= 4 * TEXT_BLOCK) {
        const uint8_t *start = bytes + index;
        text_block left = text_either(text_load(start), text_load(start + TEXT_BLOCK));
        text_block right =
            text_either(text_load(start + 2 * TEXT_BLOCK), text_load(start + 3 * TEXT_BLOCK));
        if (text_has_high_bits(text_either(left, right))) return 0;
        index += 4 * TEXT_BLOCK;
    }
    while (count - index >= TEXT_BLOCK) {
        if (text_has_high_bits(text_load(bytes + index))) return 0;
        index += TEXT_BLOCK;
    }
    // The last block overlaps the one before.
    if (index < count && count >= TEXT_BLOCK) {
        return !text_has_high_bits(text_load(bytes + count - TEXT_BLOCK));
    }
    while (index < count) {
        if (bytes[index] & 0x80) return 0;
        index += 1;
    }
    return 1;
}

// MARK: Unescaping

// Where unescaping has come to.
typedef struct {
    // Bytes read.
    size_t read;
    // Bytes written, never more.
    size_t written;
} text_progress;

// Copies the contents of a JSON string and replaces escapes of two characters, up to the first other
// backslash. There has to be room for as many bytes as there are to be read.
static inline text_progress text_unescape(const uint8_t *bytes, size_t count, uint8_t *output) {
    text_progress progress = {0, 0};
    while (progress.read < count) {
        if (count - progress.read >= TEXT_BLOCK) {
            // Of the block, what follows a backslash is overwritten.
            text_block block = text_load(bytes + progress.read);
            text_store(output + progress.written, block);
            uint32_t backslashes = text_marks(block, '\\');
            size_t plain = backslashes ? (size_t)__builtin_ctz(backslashes) : TEXT_BLOCK;
            progress.read += plain;
            progress.written += plain;
            if (!backslashes) continue;
        } else if (bytes[progress.read] != '\\') {
            output[progress.written] = bytes[progress.read];
            progress.read += 1;
            progress.written += 1;
            continue;
        }
        if (count - progress.read < 2) return progress;
        uint8_t meaning = text_short_escape(bytes[progress.read + 1]);
        if (!meaning) return progress;
        output[progress.written] = meaning;
        progress.read += 2;
        progress.written += 1;
    }
    return progress;
}

#endif
