/// The end of a sentence: what is wrong, and what would be right.
package struct StageRefusal: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

enum StageMessage {
    /// The maximum length, in bytes: a row of a large screen.
    private static let limit = 500

    static func checked(_ text: String) throws(StageRefusal) -> String {
        guard (1...Self.limit).contains(text.utf8.count) else {
            throw StageRefusal("a message must have 1 to \(Self.limit) bytes")
        }
        return text
    }
}
