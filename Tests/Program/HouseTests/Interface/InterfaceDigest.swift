/// The public declarations of a module, one a line, in an order that does not depend on the build.
///
///     struct StateChange: Hashable, Sendable
///     StateChange: var previous: ConnectionState
///     StateChange: enum Cause: Hashable, Sendable
///     StateChange.Cause: case requested
///
/// Types are listed with what they conform to, members behind the path of their type.
struct InterfaceDigest {
    /// What every type conforms to unless it says otherwise.
    private static let implied: Set = [
        "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype",
    ]

    /// The kinds of declarations that have members.
    private static let types: Set = [
        "swift.struct", "swift.enum", "swift.class", "swift.protocol",
    ]

    private let symbols: [SymbolGraph.Symbol]
    private let conformances: [String: Set<String>]
    /// The types of other modules that get a conformance here, by the identifier.
    private let foreignTypes: [String: String]

    /// - Parameter shows: whether the digest includes a type or a global function.
    init(_ graphs: [SymbolGraph], where shows: (String) -> Bool = { _ in true }) {
        let all = graphs.flatMap(\.symbols)
        self.symbols = all.filter { shows($0.pathComponents[0]) }
        let relationships = graphs.flatMap(\.relationships)
        let names = Dictionary(
            all.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
            uniquingKeysWith: { first, _ in first })
        var conformances: [String: Set<String>] = [:]
        var foreignTypes: [String: String] = [:]
        for relationship in relationships where relationship.kind == "conformsTo" {
            let name = relationship.targetFallback ?? names[relationship.target]
            guard let name, !Self.implied.contains(name) else { continue }
            guard names[relationship.source] != nil || shows(name) else { continue }
            conformances[relationship.source, default: []].insert(Self.withoutStandard(name))
        }
        for relationship in relationships where names[relationship.target] == nil {
            guard relationship.kind == "memberOf", let name = relationship.targetFallback,
                conformances[relationship.target] != nil
            else { continue }
            foreignTypes[relationship.target] = Self.withoutStandard(name)
        }
        for source in conformances.keys where names[source] == nil {
            if foreignTypes[source] == nil { foreignTypes[source] = source }
        }
        self.conformances = conformances
        self.foreignTypes = foreignTypes
    }

    /// `Swift.Hashable` → `Hashable`.
    private static func withoutStandard(_ name: String) -> String {
        name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    }

    /// The lines.
    var lines: [String] {
        let own = self.symbols.map { symbol in
            let path = symbol.pathComponents.dropLast().joined(separator: ".")
            let declaration = self.declaration(of: symbol)
            // A type stands at the head of its members.
            let isType = Self.types.contains(symbol.kind.identifier)
            let order = isType ? symbol.pathComponents.joined(separator: ".") : "\(path) "
            return (order: order, line: path.isEmpty ? declaration : "\(path): \(declaration)")
        }
        let foreign = self.foreignTypes.map { identifier, name in
            let line = "extension \(name)\(self.conformancesText(of: identifier))"
            return (order: name, line: line)
        }
        return (own + foreign).sorted { ($0.order, $0.line) < ($1.order, $1.line) }.map(\.line)
    }

    private func declaration(of symbol: SymbolGraph.Symbol) -> String {
        let text = symbol.declarationFragments.map(\.spelling).joined()
        let isDeprecated = symbol.availability?.contains { $0.isUnconditionallyDeprecated == true }
        return (isDeprecated == true ? "@available(*, deprecated) " : "") + text
            + self.conformancesText(of: symbol.identifier.precise)
    }

    /// `: Hashable, Sendable`, or nothing.
    private func conformancesText(of identifier: String) -> String {
        guard let names = self.conformances[identifier], !names.isEmpty else { return "" }
        return ": " + names.sorted().joined(separator: ", ")
    }

    /// The types that are not nested in another one.
    var typeNames: Set<String> {
        let outer = self.symbols.filter {
            $0.pathComponents.count == 1 && Self.types.contains($0.kind.identifier)
        }
        return Set(outer.map { $0.pathComponents[0] })
    }

    /// The declarations without a doc comment: `StateChange.previous`.
    var undocumented: [String] {
        self.symbols.filter { $0.docComment == nil }
            .map { $0.pathComponents.joined(separator: ".") }.sorted()
    }
}
