/// What the compiler says of a module's public declarations, as `swift symbolgraph-extract` writes
/// it. A module that extends types of another one has a graph for each of these, too.
struct SymbolGraph: Decodable {
    /// A declaration.
    struct Symbol: Decodable {
        let identifier: Identifier
        let kind: Kind
        /// `ChannelsClient`, `subscribe(_:)`.
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let docComment: DocComment?
        let availability: [Availability]?
    }

    struct Identifier: Decodable {
        /// The mangled name, which is unique.
        let precise: String
    }

    struct Kind: Decodable {
        /// `swift.struct`.
        let identifier: String
    }

    struct Fragment: Decodable {
        let spelling: String
    }

    /// There is one if the declaration, or the requirement that it satisfies, has a comment.
    struct DocComment: Decodable {}

    struct Availability: Decodable {
        let isUnconditionallyDeprecated: Bool?
    }

    /// How a symbol belongs to another: `conformsTo` or `memberOf`.
    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        /// The name of a target in another module: `Swift.Hashable`.
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}
