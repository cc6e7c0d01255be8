extension ThemeCheck {
    private static let text: Set<Role> = Set(
        [
            .text, .title, .header, .prompt, .promptError, .match, .matchCurrent, .flashInfo,
            .flashOk, .flashWarn, .flashError, .eventName, .eventError, .gap,
        ] + Self.states)

    /// Not read: only their position matters.
    private static let decoration: Set<Role> = [
        .border, .borderFocused, .scrollbar, .selection, .selectionInactive,
    ]

    private static let bars: [Role] = [.selection, .selectionInactive]

    /// Overlays used in place of a bar, never under one.
    private static let marks: Set<Role> = [.match, .matchCurrent]

    private struct Pair: Hashable {
        let style: Style
        let overlay: Role?
        let depth: ColorDepth
        let wanted: Double
    }

    var contrastFindings: [ThemeFinding] {
        var found: [(pair: Pair, measured: Double, roles: [Role])] = []
        for role in Role.allCases where !Self.decoration.contains(role) {
            let bars = Self.marks.contains(role) ? [] : Self.bars
            for overlay in [nil] + bars.map(Optional.some) {
                guard let (pair, measured) = self.worstPair(of: role, overlay: overlay) else {
                    continue
                }
                if let index = found.firstIndex(where: { $0.pair == pair }) {
                    found[index].roles.append(role)
                } else {
                    found.append((pair, measured, [role]))
                }
            }
        }
        return found.map { self.contrastFinding($0.pair, $0.measured, $0.roles) }
    }

    private func contrastFinding(
        _ pair: Pair, _ measured: Double, _ roles: [Role]
    ) -> ThemeFinding {
        let place = pair.overlay.map { " on a row in \($0.name)" } ?? ""
        return self.finding(
            roles,
            "contrast \(figure(measured, decimals: 1))\(place) \(pair.depth.phrase); "
                + "it should be at least \(figure(pair.wanted, decimals: 1))",
            figures: ThemeFinding.Figures(measured: measured, wanted: pair.wanted))
    }

    /// `nil` if all colours are legible enough.
    private func worstPair(of role: Role, overlay: Role?) -> (Pair, Double)? {
        let isText = overlay == nil ? Self.text.contains(role) : role == .text
        let wanted = isText ? self.requirements.text : self.requirements.other
        var worst: (Pair, Double)?
        for depth in [ColorDepth.direct, .indexed] {
            let style = self.theme.style(for: role, overlay: overlay, depth: depth)
            guard let measured = self.contrast(of: style), measured < wanted else { continue }
            if let (_, least) = worst, least <= measured { continue }
            // Attributes do not matter here, and would split one finding into several.
            let colors = Style(foreground: style.foreground, background: style.background)
            worst = (
                Pair(style: colors, overlay: overlay, depth: depth, wanted: wanted), measured
            )
        }
        return worst
    }

    /// The lowest on the theme's backgrounds; `nil` if both colours are the user's choice.
    private func contrast(of style: Style) -> Double? {
        guard !style.foreground.isTerminals || !style.background.isTerminals else { return nil }
        return self.grounds.map { ground in
            let light = self.light(of: style, on: ground)
            return light.foreground.contrast(to: light.background)
        }.min()
    }

    /// Text in the colour of its background, at any depth and under any overlay.
    var vanishingFindings: [ThemeFinding] {
        let overlays: [Role?] = [nil, .selection, .selectionInactive, .match, .matchCurrent]
        return [ColorDepth.direct, .indexed, .sixteen].flatMap { depth in
            overlays.compactMap { overlay in
                let roles = Role.allCases.filter { role in
                    guard overlay == nil || !Self.marks.contains(role) else { return false }
                    let style = self.theme.style(for: role, overlay: overlay, depth: depth)
                    return style.foreground != .standard && style.foreground == style.background
                }
                guard !roles.isEmpty else { return nil }
                let place = overlay.map { " under \($0.name)" } ?? ""
                return self.finding(
                    roles, "cannot be seen\(place) \(depth.phrase): same colour as the background")
            }
        }
    }

    var selectionFindings: [ThemeFinding] {
        Self.bars.flatMap { bar in
            ColorDepth.allCases.compactMap { depth in
                let plain = self.theme.style(for: .text, depth: depth)
                let chosen = self.theme.style(for: .text, overlay: bar, depth: depth)
                return plain == chosen
                    ? self.finding([bar], "the row does not stand out \(depth.phrase)") : nil
            }
        }
    }
}
