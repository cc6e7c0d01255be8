import Foundation
import Testing

/// Reads the tables in `Corpora/`.
enum Corpus {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Corpora")

    static func load<Entry: Decodable>(_ name: String, of type: Entry.Type = Entry.self) -> [Entry]
    {
        do {
            let data = try Data(contentsOf: self.folder.appending(path: name))
            return try JSONDecoder().decode([Entry].self, from: data)
        } catch {
            preconditionFailure("\(name) cannot be read: \(error)")
        }
    }
}

/// A line of `websocket-bytes.json`: what a server sends after the handshake.
struct ByteStream: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var bytes_base64: Data
    var expected: String
    var close_code: UInt16?
    var also_close_codes: [UInt16]

    var bytes: [UInt8] { Array(self.bytes_base64) }
    var testDescription: String { self.name }
}

/// A line of `handshake-responses.json`: an answer to the upgrade request.
struct HandshakeResponse: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var response_base64: Data
    var then: String
    var expected: String

    var testDescription: String { self.name }
}

/// A line of `auth-responses.json`: an answer to an HTTP request.
struct AuthResponse: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int
    var headers: [String: String]
    var body_base64: Data
    var then: String
    var repeat_body_to: Int?

    var testDescription: String { self.name }
}
