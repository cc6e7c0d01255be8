/// The members of a JSON object, in order; a name may occur more than once.
public struct JSONObject: Hashable, Sendable {
    /// The members as sent, including repeated names.
    package var members: [Member]

    /// An object with these members.
    package init(_ members: [Member] = []) { self.members = members }

    /// The names of the members, as sent.
    public var keys: [String] { self.members.map(\.key) }

    /// The value of a name; the last one if the name is repeated, as in JavaScript. Names are
    /// compared as bytes.
    public subscript(key: String) -> JSON? {
        self.members.last { $0.key.hasSameBytes(as: key) }?.value
    }

    /// The names that occur more than once, in order; each occurs here once per repetition.
    package var repeatedKeys: [String] {
        var seen: Set<ExactKey> = []
        return self.members.map(\.key).filter { !seen.insert(ExactKey(text: $0)).inserted }
    }

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        /// The name; compared as bytes.
        package var key: String
        /// What belongs to the name.
        package var value: JSON

        /// A member with a name and a value.
        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        /// Whether the names have the same bytes, and the values are equal.
        package static func == (left: Member, right: Member) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }

        /// Equal members have equal hashes.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(self.key)
            hasher.combine(self.value)
        }
    }

    private struct ExactKey: ByteComparedText {
        let text: String
    }
}
