struct TOMLMembers<Value: Sendable>: Sendable {
    struct Member: Sendable {
        var key: TOMLKey
        let value: Value
    }

    private(set) var list: [Member] = []
    /// By name, if there are many: most tables have a few members, and a file may have 500,000
    /// tables.
    private var indices: [TOMLName: Int] = [:]

    private static var few: Int { 8 }

    func index(of name: TOMLName) -> Int? {
        self.list.count > Self.few
            ? self.indices[name] : self.list.firstIndex { $0.key.name == name }
    }

    mutating func append(_ value: Value, _ key: TOMLKey) {
        self.list.append(Member(key: key, value: value))
        if self.list.count > Self.few + 1 {
            self.indices[key.name] = self.list.count - 1
        } else if self.list.count == Self.few + 1 {
            for (index, member) in self.list.enumerated() {
                self.indices[member.key.name] = index
            }
        }
    }

    mutating func move(_ index: Int, to key: TOMLKey) { self.list[index].key = key }

    func map<Other>(_ transform: (Member) -> Other) -> TOMLMembers<Other> {
        var members = TOMLMembers<Other>()
        members.list = self.list.map {
            TOMLMembers<Other>.Member(key: $0.key, value: transform($0))
        }
        members.indices = self.indices
        return members
    }
}

struct TOMLKey: Sendable {
    let name: TOMLName
    let place: TOMLPlace
}

/// A name compared by its bytes, as TOML wants it; Swift's strings compare by canonical
/// equivalence.
struct TOMLName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    // Not the hash of the string, which is the same for thousands of equivalent ones.
    func hash(into hasher: inout Hasher) {
        for byte in self.text.utf8 { hasher.combine(byte) }
    }
}
