extension ThemeCheck {
    static let states: [Role] = [
        .stateConnecting, .stateConnected, .stateUnavailable, .stateDisconnected, .stateFailed,
    ]

    private struct Likeness {
        let distance: Double
        let depth: ColorDepth
        let vision: ColorVision
    }

    var stateFindings: [ThemeFinding] {
        Self.states.indices.flatMap { index in
            Self.states[(index + 1)...].flatMap { other in
                self.findings(Self.states[index], other)
            }
        }
    }

    private func findings(_ one: Role, _ other: Role) -> [ThemeFinding] {
        var findings: [ThemeFinding] = []
        if let likeness = self.likeness(one, other),
            likeness.distance < self.requirements.distance
        {
            let eyes =
                likeness.vision == .typical ? "" : " for people with \(likeness.vision.rawValue)"
            findings.append(
                self.finding(
                    [one, other],
                    "look alike\(eyes) \(likeness.depth.phrase): "
                        + "\(figure(likeness.distance, decimals: 3)) apart; it should be "
                        + "at least \(figure(self.requirements.distance, decimals: 3))",
                    figures: ThemeFinding.Figures(
                        measured: likeness.distance, wanted: self.requirements.distance)))
        }
        if self.isSame(one, other) {
            findings.append(
                self.finding(
                    [one, other],
                    "have the same attributes and the same symbol: without colours they look alike"
                ))
        }
        return findings
    }

    private func likeness(_ one: Role, _ other: Role) -> Likeness? {
        let depths = [ColorDepth.direct, .indexed, .sixteen]
        return depths.compactMap { self.likeness(one, other, depth: $0) }
            .min { $0.distance < $1.distance }
    }

    private func likeness(_ one: Role, _ other: Role, depth: ColorDepth) -> Likeness? {
        let left = self.theme.style(for: one, depth: depth)
        let right = self.theme.style(for: other, depth: depth)
        let differing = left.attributes.symmetricDifference(right.attributes)
        if self.requirements.countsLines, differing.contains(.underline) { return nil }
        // A theme without any colours distinguishes states by attributes and symbols.
        if left.isColorless, right.isColorless { return nil }
        let pairs = self.grounds.flatMap { ground in
            ColorVision.allCases.map { vision in
                Likeness(
                    distance: self.distance(left, right, on: ground, vision: vision),
                    depth: depth, vision: vision)
            }
        }
        return pairs.min { $0.distance < $1.distance }
    }

    /// The larger distance of text and background: reverse distinguishes states too, as it makes
    /// text a bar.
    private func distance(
        _ one: Style, _ other: Style, on ground: Ground, vision: ColorVision
    ) -> Double {
        let left = self.light(of: one, on: ground)
        let right = self.light(of: other, on: ground)
        let distance = { (one: LinearRGB, other: LinearRGB) in
            OKLab(vision.simulated(one)).distance(to: OKLab(vision.simulated(other)))
        }
        return max(
            distance(left.foreground, right.foreground),
            distance(left.background, right.background))
    }

    private func isSame(_ one: Role, _ other: Role) -> Bool {
        let attributes = { self.theme.style(for: $0, depth: .monochrome).attributes }
        guard attributes(one) == attributes(other) else { return false }
        return ThemeGlyphs.Alphabet.allCases.contains { alphabet in
            let set = self.theme.glyphs.applied(to: alphabet.standard)
            return set.symbol(of: one) == set.symbol(of: other)
        }
    }
}

extension Style {
    fileprivate var isColorless: Bool {
        self.foreground == .standard && self.background == .standard
    }
}
