import Foundation
import Testing

/// An entry of `Corpora/malformed-frames.json`: a message, and what a client should make of it.
struct MalformedFrame: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let state: String
    let text: String
    let encoding: String
    /// `text` or `binary`: the kind of the WebSocket message.
    let opcode: String
    /// `ok`, `ignore`, `protocol-error` or `fatal`.
    let expected: String
    /// Replaces tokens by long repetitions.
    let repetitions: [Repetition]?

    struct Repetition: Decodable, Sendable {
        let token: String
        let text: String
        let times: Int
    }

    private enum CodingKeys: String, CodingKey {
        case name, state, encoding, opcode, expected
        case text = "text_or_base64"
        case repetitions = "repeat"
    }

    var testDescription: String { self.name }

    /// The message as it comes over the connection.
    var frame: [UInt8] {
        if self.encoding == "base64" { return Array(Data(base64Encoded: self.text) ?? Data()) }
        let text = (self.repetitions ?? []).reduce(self.text) { text, repetition in
            text.replacingOccurrences(
                of: repetition.token,
                with: String(repeating: repetition.text, count: repetition.times))
        }
        return Array(text.utf8)
    }

    /// All entries; none when the corpus cannot be read, which a test of their number finds.
    static let all: [MalformedFrame] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Corpora/malformed-frames.json")
        let entries = try? JSONDecoder().decode(
            [MalformedFrame].self, from: Data(contentsOf: file))
        return entries ?? []
    }()
}
