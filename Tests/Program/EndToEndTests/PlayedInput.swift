import Glibc

/// What a client says to a `PlayedServer`.
struct PlayedInput {
    /// The lines of a request before its body.
    struct Head {
        let lines: [Substring]

        func header(_ name: String) -> String? {
            let prefix = name.lowercased() + ":"
            return self.lines.first { $0.lowercased().hasPrefix(prefix) }
                .map { $0.dropFirst(prefix.count).drop { $0 == " " } }.map(String.init)
        }
    }

    struct Frame {
        let opcode: UInt8
        let payload: [UInt8]
    }

    private let socket: Int32
    private var waiting: [UInt8] = []

    init(_ socket: Int32) { self.socket = socket }

    /// The head of a request; `nil` at the end.
    mutating func head() -> Head? {
        let end = Array("\r\n\r\n".utf8)
        while !self.waiting.indices.contains(where: { self.waiting[$0...].starts(with: end) }) {
            guard self.readMore() else { return nil }
        }
        guard
            let start = self.waiting.indices.first(where: { self.waiting[$0...].starts(with: end) })
        else { return nil }
        let text = String(decoding: self.bytes(start + end.count), as: UTF8.self)
        return Head(lines: text.split(separator: "\r\n"))
    }

    /// So many bytes; fewer at the end.
    mutating func bytes(_ count: Int) -> [UInt8] {
        while self.waiting.count < count, self.readMore() {}
        let bytes = Array(self.waiting.prefix(count))
        self.waiting.removeFirst(bytes.count)
        return bytes
    }

    /// The next frame, unmasked; `nil` at the end.
    mutating func frame() -> Frame? {
        let start = self.bytes(2)
        guard start.count == 2 else { return nil }
        var length = Int(start[1] & 0x7F)
        if length >= 126 {
            length = self.bytes(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        let mask = self.bytes(4)
        let masked = self.bytes(length)
        guard mask.count == 4, masked.count == length else { return nil }
        return Frame(
            opcode: start[0] & 0x0F,
            payload: masked.enumerated().map { $1 ^ mask[$0 % 4] })
    }

    private mutating func readMore() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(self.socket, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        self.waiting += bytes[..<count]
        return true
    }
}
