extension JSONValue {
    /// The members of a JSON object, in order; a name may occur more than once. Read a value
    /// with `object["id"]`.
    public struct Object: Hashable, Sendable {
        /// The members as sent, including repeated names.
        public var members: [Member]

        /// Creates an object with these members, in this order.
        public init(_ members: [Member] = []) { self.members = members }

        /// The names of the members, as sent.
        public var keys: [String] { self.members.map(\.key) }

        /// The value of a name; the last one if the name is repeated, as in JavaScript. Names are
        /// compared as bytes.
        public subscript(key: String) -> JSONValue? {
            self.members.last { $0.key.hasSameBytes(as: key) }?.value
        }

        /// The names that occur more than once, in order; each occurs here once per repetition.
        public var repeatedKeys: [String] {
            var seen: Set<ExactKey> = []
            return self.members.map(\.key).filter { !seen.insert(ExactKey(text: $0)).inserted }
        }

        /// A name and its value.
        public struct Member: Hashable, Sendable {
            /// The name; compared as bytes.
            public var key: String
            /// The value of the name.
            public var value: JSONValue

            /// Creates a member with a name and a value.
            public init(key: String, value: JSONValue) {
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

        private struct ExactKey: ByteComparedText {
            let text: String
        }
    }
}
