/// The output of a program taken apart: text, and the functions that control a terminal (ECMA-48).
package struct ControlFunctions: Sendable {
    /// A part of the output.
    package enum Piece: Hashable, Sendable {
        /// Printable bytes, in whatever encoding.
        case text([UInt8])
        /// A control character by itself: CR, BS, BEL…
        case control(UInt8)
        /// `ESC [`, with what stands before its final character.
        case csi(String, Character)
        /// `ESC ]`, without its end.
        case osc(String)
        /// `ESC P`, `ESC X`, `ESC ^` or `ESC _`, by that character, without its end.
        case string(Character, String)
        /// Any other one, without the `ESC`.
        case escape(String)
        /// One that another one broke off, or the end of the output did.
        case cut(String)
    }

    package private(set) var pieces: [Piece] = []

    package init(_ output: some Sequence<UInt8>) {
        let bytes = Array(output)
        var index = 0
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            guard byte < 0x20 || byte == 0x7F else {
                text.append(byte)
                index += 1
                continue
            }
            if !text.isEmpty { self.pieces.append(.text(text)) }
            text = []
            if byte == 0x1B {
                index = self.takeEscape(bytes, at: index + 1)
            } else {
                self.pieces.append(.control(byte))
                index += 1
            }
        }
        if !text.isEmpty { self.pieces.append(.text(text)) }
    }

    /// - Returns: where the next piece starts.
    private mutating func takeEscape(_ bytes: [UInt8], at start: Int) -> Int {
        guard start < bytes.count else {
            self.pieces.append(.cut(""))
            return start
        }
        switch bytes[start] {
        case UInt8(ascii: "["): return self.takeSequence(bytes, at: start + 1)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
            UInt8(ascii: "_"):
            return self.takeString(bytes, at: start)
        default:
            var end = start
            while end < bytes.count, (0x20...0x2F).contains(bytes[end]) { end += 1 }
            let isWhole = end < bytes.count && bytes[end] > 0x20 && bytes[end] < 0x7F
            let next = isWhole ? end + 1 : end
            let text = String(decoding: bytes[start..<next], as: UTF8.self)
            self.pieces.append(isWhole ? .escape(text) : .cut(text))
            return next
        }
    }

    private mutating func takeSequence(_ bytes: [UInt8], at start: Int) -> Int {
        var end = start
        while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
        let parameters = String(decoding: bytes[start..<end], as: UTF8.self)
        guard end < bytes.count, (0x40...0x7E).contains(bytes[end]) else {
            self.pieces.append(.cut("[" + parameters))
            return end
        }
        self.pieces.append(.csi(parameters, Character(Unicode.Scalar(bytes[end]))))
        return end + 1
    }

    private mutating func takeString(_ bytes: [UInt8], at start: Int) -> Int {
        let isCommand = bytes[start] == UInt8(ascii: "]")
        var end = start + 1
        while end < bytes.count, bytes[end] != 0x1B, !(isCommand && bytes[end] == 0x07) { end += 1 }
        let text = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        let isEnded =
            end < bytes.count
            && (bytes[end] == 0x07
                || end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\\"))
        let kind = Character(Unicode.Scalar(bytes[start]))
        guard isEnded else {
            self.pieces.append(.cut("\(kind)\(text)"))
            return end
        }
        self.pieces.append(isCommand ? .osc(text) : .string(kind, text))
        return bytes[end] == 0x07 ? end + 1 : end + 2
    }

    /// The private modes that are on at the end: `?1049`, `?2004`, …; `?25` and `?7` are how a
    /// terminal is by itself.
    package var modes: Set<String> {
        var modes: Set<String> = ["?25", "?7"]
        for case .csi(let parameters, let final) in self.pieces
        where parameters.hasPrefix("?") && (final == "h" || final == "l") {
            for mode in parameters.dropFirst().split(separator: ";") {
                if final == "h" { modes.insert("?\(mode)") } else { modes.remove("?\(mode)") }
            }
        }
        return modes
    }

    /// The contents of the operating system commands with a number: 2 is the title, 52 the
    /// clipboard.
    package func commands(_ number: Int) -> [String] {
        self.pieces.compactMap {
            guard case .osc(let text) = $0, text.hasPrefix("\(number);") else { return nil }
            return String(text.dropFirst("\(number);".count))
        }
    }
}
