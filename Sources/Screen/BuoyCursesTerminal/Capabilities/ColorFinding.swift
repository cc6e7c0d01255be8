package import BuoyTextScreen

package enum RequestedColors: Hashable, Sendable {
    case known

    case atMost(ColorDepth)

    case direct

    var limit: ColorDepth {
        if case .atMost(let limit) = self { limit } else { .direct }
    }
}

package struct ColorFinding: Hashable, Sendable {
    let depth: ColorDepth

    let reason: String
}

extension ColorFinding: CustomStringConvertible {
    /// `true colour (COLORTERM is truecolor)`.
    package var description: String {
        let depth =
            switch self.depth {
            case .monochrome: "none"
            case .sixteen: "16"
            case .indexed: "256"
            case .direct: "true colour"
            }
        return "\(depth) (\(self.reason))"
    }
}

struct ColorEvidence: Hashable {
    enum Source: Hashable {
        case terminal, tmux
    }

    struct Answer: Hashable {
        let source: Source
        let hasDirectColor: Bool
    }

    let type: String

    let ability: ColorAbility

    /// Whether it sets colours in the only form that `DirectPalette` can replace.
    var isReplaceable = true

    /// The terminfo capability that claims direct colour: `RGB`, or tmux's `Tc`.
    var claim: String?

    var colorTerm: String?

    var program: String?

    /// tmux approximates colours that its terminal lacks.
    var isInTmux = false

    /// GNU screen's variables are those of the outer terminal.
    var isInScreen = false

    var answer: Answer?

    func finding(_ requested: RequestedColors) -> ColorFinding {
        let able = self.ability.depth
        if able.rawValue < ColorDepth.indexed.rawValue || able == .direct {
            return self.limited(able, "\(self.type) supports \(self.count)", requested)
        }
        guard requested.limit == .direct else {
            return self.limited(able, "limited as requested", requested)
        }
        guard self.isReplaceable else {
            return ColorFinding(
                depth: .indexed, reason: "\(self.type) sets colours in a non-standard way")
        }
        if let answer, answer.source == .tmux {
            return answer.hasDirectColor
                ? ColorFinding(depth: .direct, reason: "tmux reports RGB for its terminal")
                : ColorFinding(depth: .indexed, reason: "tmux reports no RGB for its terminal")
        }
        if requested == .direct { return ColorFinding(depth: .direct, reason: "requested") }
        if let reason = self.directReason { return ColorFinding(depth: .direct, reason: reason) }
        return ColorFinding(
            depth: .indexed,
            reason: self.isInScreen
                ? "inside GNU screen"
                : self.answer == nil
                    ? "neither terminfo nor COLORTERM reports more"
                    : "terminfo, COLORTERM and the terminal report no more")
    }

    func refusal(_ requested: RequestedColors) -> String? {
        let finding = self.finding(requested)
        guard requested == .direct, finding.depth != .direct else { return nil }
        return "true colour cannot be used: \(finding.reason)"
    }

    /// `nil` if the answer would change nothing or is not available. A terminal that does not know
    /// the query might print it.
    func source(_ requested: RequestedColors) -> Source? {
        guard self.answer == nil, self.ability.depth == .indexed, self.isReplaceable,
            requested.limit == .direct
        else { return nil }
        if self.isInTmux { return .tmux }
        guard requested != .direct, self.directReason == nil, !self.isInScreen,
            self.program != "Apple_Terminal", TerminalType.readsStrings(self.type)
        else { return nil }
        return .terminal
    }

    private var directReason: String? {
        if let answer, answer.hasDirectColor { return "reported by the terminal" }
        guard !self.isInScreen else { return nil }
        if let claim { return "terminfo lists \(claim) for \(self.type)" }
        if let colorTerm, ["truecolor", "24bit"].contains(colorTerm) {
            return "COLORTERM is \(colorTerm)"
        }
        return nil
    }

    private var count: String {
        let count = self.ability.pairs > 1 ? max(0, self.ability.colors) : 0
        return count == 0 ? "none" : "\(count)"
    }

    private func limited(
        _ able: ColorDepth, _ reason: String, _ requested: RequestedColors
    ) -> ColorFinding {
        requested.limit.rawValue < able.rawValue
            ? ColorFinding(depth: requested.limit, reason: "limited as requested")
            : ColorFinding(depth: able, reason: reason)
    }
}
