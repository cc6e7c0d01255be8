import BuoyTextScreen
import ChannelsProtocol

/// Colours JSON in a line of a list. The text may be cut anywhere.
enum JSONRoles {
    static func apply(to text: some Collection<UInt8>) -> Bool {
        text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    }

    /// In order and without gaps.
    /// - Parameter limit: the number of bytes after which the rest is one run.
    static func runs(in text: [UInt8], limit: Int) -> [Canvas.RoleRun] {
        var runs: [Canvas.RoleRun] = []
        runs.reserveCapacity(32)
        let end = min(text.count, max(limit, 0))
        var position = 0
        while position < end {
            let (next, role) = self.token(in: text, at: position)
            if runs.last?.role == role { runs.removeLast() }
            runs.append(Canvas.RoleRun(end: next, role: role))
            position = next
        }
        if position < text.count { runs.append(Canvas.RoleRun(end: text.count, role: .text)) }
        return runs
    }

    static func role(ofValue text: [UInt8]) -> Role {
        text.isEmpty ? .text : self.token(in: text, at: 0).role
    }

    private static func token(in text: [UInt8], at start: Int) -> (end: Int, role: Role) {
        switch text[start] {
        case UInt8(ascii: "\""):
            let end = self.endOfString(in: text, after: start)
            let next = text[end...].first { $0 != UInt8(ascii: " ") }
            return (end, next == UInt8(ascii: ":") ? .jsonKey : .jsonString)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            return (self.endOfWord(in: text, from: start), .jsonNumber)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            return (self.endOfWord(in: text, from: start), .jsonBoolean)
        case UInt8(ascii: "n"):
            return (self.endOfWord(in: text, from: start), .jsonNull)
        default:
            return (start + 1, .jsonPunctuation)
        }
    }

    private static func endOfString(in text: [UInt8], after start: Int) -> Int {
        var position = start + 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return text.count
    }

    private static func endOfWord(in text: [UInt8], from start: Int) -> Int {
        text[start...].firstIndex {
            switch $0 {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: " "): true
            default: false
            }
        } ?? text.count
    }
}

extension JSONRoles {
    /// Unchanged if the text is not JSON, or a cut array, because that may be plain text in
    /// brackets.
    /// - Parameter isWhole: whether the text is the whole data.
    static func compacted(_ text: [UInt8], isWhole: Bool) -> [UInt8] {
        guard self.apply(to: text), self.hasSpaces(text) else { return text }
        var result: [UInt8] = []
        var position = 0
        while position < text.count {
            guard text[position] != UInt8(ascii: "\"") else {
                let end = self.endOfString(in: text, after: position)
                result += text[position..<end]
                position = end
                continue
            }
            if !self.isSpace(text[position]) { result.append(text[position]) }
            position += 1
        }
        let isJSON =
            isWhole
            ? (try? JSONValue(parsing: text)) != nil : result.starts(with: Array("{\"".utf8))
        return isJSON ? result : text
    }

    /// Outside of strings. Most data has no white space, and this is asked for every row of every
    /// frame.
    private static func hasSpaces(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            // Without branches, so that many bytes are looked at in one instruction.
            var least = UInt8.max
            for byte in text { least = min(least, byte) }
            guard least <= UInt8(ascii: " ") else { return false }
            var isInString = false
            var position = 0
            while position < text.count {
                let byte = text[position]
                if isInString, byte == UInt8(ascii: "\\") { position += 1 }
                if byte == UInt8(ascii: "\"") { isInString.toggle() }
                if !isInString, byte <= UInt8(ascii: " "), self.isSpace(byte) { return true }
                position += 1
            }
            return false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
        default: false
        }
    }
}
