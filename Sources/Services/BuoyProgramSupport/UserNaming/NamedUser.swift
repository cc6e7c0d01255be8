package import ChannelsProtocol

/// A user who is known by a name: others see it, and the id is made of it.
package struct NamedUser: Hashable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    /// An id that is made of the name and differs in each run, so that two people with the same
    /// name are two members.
    package var id: String {
        let word = self.name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(String(word.prefix(40)))-\(Self.suffix)"
    }

    package var info: JSONValue { ["name": .string(self.name)] }

    private static let suffix = String(UInt32.random(in: 46_656..<1_679_616), radix: 36)
}
