import BuoyTestBasics
import Foundation

/// The strings of the corpus that attacks terminals.
enum HostileTexts {
    /// One of them.
    struct Entry: Decodable {
        let name: String
        let bytes: [UInt8]
        /// `nil` for one that is not UTF-8.
        var text: String? { String(validating: self.bytes, as: UTF8.self) }

        private enum Key: String, CodingKey {
            case name
            case bytes = "bytes_base64"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            self.name = try values.decode(String.self, forKey: .name)
            self.bytes = try Array(values.decode(Data.self, forKey: .bytes))
        }
    }

    /// All of them, from the corpus of `TextScreenTests`.
    static func all() throws -> [Entry] {
        let file = SourceTree.root
            .appending(path: "Tests/Base/TextScreenTests/Corpora/injection-corpus.json")
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))
    }
}
