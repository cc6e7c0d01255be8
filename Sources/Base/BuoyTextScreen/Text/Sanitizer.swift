/// Converts untrusted bytes to a `SafeText`. All text from outside passes through it: channel and
/// event names, data, user names, error strings, close reasons, file names.
///
/// 1. Bytes that are not UTF-8 become U+FFFD, one for each run.
/// 2. Control characters become control pictures (`␛`), or escapes in an ASCII text.
/// 3. Invisible characters (bidi controls, joiners, tags, fillers…) become one dim `·` for each
/// run.
/// 4. A character keeps two combining marks; more of them, and any at the start or on a space,
///    become `·`.
/// 5. Characters that Unicode 14 does not define become U+FFFD; of an emoji sequence, the first is
/// kept.
/// 6. Replacements are recorded, so that they can be drawn as such.
///
/// In the style `reveal` nothing is merged or removed: every such character is escaped.
struct Sanitizer: Hashable, Sendable {
    let style: SafeText.Notation
    let alphabet: SafeText.Alphabet

    /// Leaves out a character that the limit would cut in two.
    func text(from bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> SafeText {
        let isCut = bytes.count > max(limit, 0)
        let bytes = isCut ? UnsafeBufferPointer(rebasing: bytes.prefix(max(limit, 0))) : bytes
        let plain = Self.countOfPlainBytes(in: bytes)
        if plain == bytes.count {
            return SafeText(utf8: Array(bytes), marks: [], width: plain, isCut: isCut)
        }
        var scan = SanitizerScan(
            style: self.style, alphabet: self.alphabet, capacity: bytes.count + 64)
        scan.appendPlain(UnsafeBufferPointer(rebasing: bytes.prefix(plain)))
        var offset = plain
        while offset < bytes.count {
            let next = UTF8Scalar(in: bytes, at: offset)
            if isCut && next.isIncomplete {
                break
            }
            if let scalar = next.scalar {
                scan.append(scalar)
            } else {
                scan.appendInvalid(bytes[offset])
            }
            offset += next.length
            let rest = UnsafeBufferPointer(rebasing: bytes[offset...])
            let run = scan.isSettled ? Self.countOfPlainBytes(in: rest) : 0
            scan.appendPlain(UnsafeBufferPointer(rebasing: rest.prefix(run)))
            offset += run
        }
        return scan.finished(isCut: isCut)
    }

    /// A fast path: nearly all text is ASCII.
    static func countOfPlainBytes(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let source = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index &+ 8 <= source.count {
            let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let others = Self.marksOfOthers(in: UInt64(littleEndian: word))
            if others != 0 { return index &+ others.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < source.count, source[index] &- 0x20 < 0x5F { index &+= 1 }
        return index
    }

    /// Sets the highest bit of the first byte that is not printable ASCII. Bytes after it may be
    /// marked without reason, because the sums carry over.
    private static func marksOfOthers(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let controls = (word &- ones &* 0x20) & ~word
        return (controls | word | (word &+ ones)) & (ones &* 0x80)
    }
}
