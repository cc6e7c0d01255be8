extension JSONValue {
    /// The members of a JSON object, in order; a name may occur more than once. Read a value
    /// with `object["id"]`.
    public struct Object: Hashable, Sendable {
        /// The members as sent, including repeated names.
        public var members: [Member]

        /// Creates an object with these members, in this order.
        public init(_ members: [Member] = []) { self.members = members }

        package var keys: [String] { self.members.map(\.key) }

        /// The value of a name; the last one if the name is repeated, as in JavaScript. Names are
        /// compared as bytes.
        public subscript(key: String) -> JSONValue? {
            self.members.last { $0.key.hasSameBytes(as: key) }?.value
        }

        /// The names that occur more than once, in order; each occurs here once per repetition.
        package var repeatedKeys: [String] {
            var seen: Set<ExactKey> = []
            return self.members.map(\.key).filter { !seen.insert(ExactKey(text: $0)).inserted }
        }

        /// A name and its value.
        public struct Member: Hashable, Sendable {
            private var exactKey: ExactKey
            /// The value of the name.
            public var value: JSONValue

            /// Creates a member with a name and a value.
            public init(key: String, value: JSONValue) {
                self.exactKey = ExactKey(text: key)
                self.value = value
            }

            /// The name; compared as bytes.
            public var key: String {
                get { self.exactKey.text }
                set { self.exactKey = ExactKey(text: newValue) }
            }
        }

        private struct ExactKey: ByteComparedText {
            let text: String
        }
    }
}
