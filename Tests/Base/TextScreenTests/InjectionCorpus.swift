import Foundation
import Testing

/// Strings that have attacked terminals, from `Corpora/injection-corpus.json`.
struct HostileText: Decodable, CustomTestStringConvertible {
    let name: String
    let kind: String
    let bytes: [UInt8]

    var testDescription: String { self.name }

    private enum Key: String, CodingKey {
        case name, kind
        case bytes = "bytes_base64"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.name = try values.decode(String.self, forKey: .name)
        self.kind = try values.decode(String.self, forKey: .kind)
        self.bytes = try Array(values.decode(Data.self, forKey: .bytes))
    }

    /// Every text of the corpus. Empty when the file cannot be read, which one test checks.
    static let all: [HostileText] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Corpora/injection-corpus.json")
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([HostileText].self, from: data)) ?? []
    }()
}
