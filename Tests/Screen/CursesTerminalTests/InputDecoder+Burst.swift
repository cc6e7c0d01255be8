import BuoyTextScreen

@testable import BuoyCursesTerminal

extension InputDecoder {
    /// What one burst of characters means.
    mutating func burst(_ text: String) -> [KeyPress] {
        self.burst(Array(text.utf8))
    }

    /// What one burst of bytes means.
    mutating func burst(_ bytes: [UInt8]) -> [KeyPress] {
        var keys: [KeyPress] = []
        for byte in bytes {
            keys += self.received(byte: byte)
        }
        return keys + self.inputEnded()
    }
}
