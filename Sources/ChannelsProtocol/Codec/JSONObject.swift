/// The members of a JSON object, in their order; a name may come more than once.
public struct JSONObject: Hashable, Sendable {
    /// As sent, repetitions included.
    public var members: [Member]

    /// An object with these members.
    public init(_ members: [Member] = []) { self.members = members }

    /// The value of a name; the last one where the name comes more than once, as JavaScript does.
    /// Names are compared as bytes.
    public subscript(key: String) -> JSON? {
        self.members.last { $0.key.hasSameBytes(as: key) }?.value
    }

    /// The names that come more than once, each as often as it is repeated, in their order.
    public var repeatedKeys: [String] {
        var seen: Set<ExactKey> = []
        return self.members.map(\.key).filter { !seen.insert(ExactKey(text: $0)).inserted }
    }

    /// A name and its value.
    public struct Member: Hashable, Sendable {
        /// The name; compared as bytes.
        public var key: String
        /// What is under the name.
        public var value: JSON

        /// A member with a name and a value.
        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        /// Whether the names have the same bytes, and the values are equal.
        public static func == (left: Member, right: Member) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }

        /// Equal members have equal hashes.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(self.key)
            hasher.combine(self.value)
        }
    }

    private struct ExactKey: ExactText {
        let text: String
    }
}
