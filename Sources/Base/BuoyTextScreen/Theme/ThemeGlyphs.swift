package struct ThemeGlyphs: Hashable, Sendable {
    package enum Alphabet: String, Hashable, Sendable, CaseIterable {
        case unicode, vt, ascii

        package var standard: GlyphSet {
            switch self {
            case .unicode: .unicode
            case .vt: .vt
            case .ascii: .ascii
            }
        }

        /// It must take one cell, not be a space, and be ASCII in the ASCII set.
        package func allows(_ symbol: Unicode.Scalar) -> Bool {
            CharacterWidth.cells(of: symbol) == 1 && !symbol.properties.isWhitespace
                && (self != .ascii || symbol.isASCII)
        }
    }

    package static let roles: [Role] = [
        .stateInitialized, .stateConnecting, .stateConnected, .stateUnavailable,
        .stateDisconnected, .stateFailed,
    ]

    private var symbols: [Alphabet: [Role: Unicode.Scalar]] = [:]

    package init() {}

    /// `nil` for the set's own. Symbols that the set does not allow are ignored.
    package subscript(alphabet: Alphabet, role: Role) -> Unicode.Scalar? {
        get { self.symbols[alphabet]?[role] }
        set {
            guard let newValue else {
                self.symbols[alphabet]?[role] = nil
                return
            }
            guard alphabet.allows(newValue) else { return }
            self.symbols[alphabet, default: [:]][role] = newValue
        }
    }

    package func extending(_ base: ThemeGlyphs) -> ThemeGlyphs {
        var merged = self
        merged.symbols.merge(base.symbols) { own, inherited in
            own.merging(inherited) { own, _ in own }
        }
        return merged
    }

    /// Only the three standard sets are changed.
    package func applied(to set: GlyphSet) -> GlyphSet {
        guard let alphabet = Alphabet.allCases.first(where: { $0.standard == set }),
            let own = self.symbols[alphabet]
        else { return set }
        let states = set.states
        var themed = set
        themed.states = GlyphSet.States(
            initialized: own[.stateInitialized] ?? states.initialized,
            connecting: own[.stateConnecting] ?? states.connecting,
            connected: own[.stateConnected] ?? states.connected,
            unavailable: own[.stateUnavailable] ?? states.unavailable,
            disconnected: own[.stateDisconnected] ?? states.disconnected,
            failed: own[.stateFailed] ?? states.failed)
        return themed
    }
}

extension GlyphSet {
    func symbol(of state: Role) -> Unicode.Scalar? {
        switch state {
        case .stateInitialized: self.states.initialized
        case .stateConnecting: self.states.connecting
        case .stateConnected: self.states.connected
        case .stateUnavailable: self.states.unavailable
        case .stateDisconnected: self.states.disconnected
        case .stateFailed: self.states.failed
        default: nil
        }
    }
}
