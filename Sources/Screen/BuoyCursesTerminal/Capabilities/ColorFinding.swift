package import BuoyTextScreen

/// The requested number of colours.
package enum RequestedColors: Hashable, Sendable {
    /// All colours that the terminal is known to have.
    case known

    /// All colours that it is known to have, up to this limit.
    case atMost(ColorDepth)

    /// Any colour, even if nothing says that the terminal has it.
    case direct

    /// The maximum.
    var limit: ColorDepth {
        if case .atMost(let limit) = self { limit } else { .direct }
    }
}

/// The number of colours in use, and the reason for it.
package struct ColorFinding: Hashable, Sendable {
    /// The depth in use.
    let depth: ColorDepth

    /// The deciding reason, in a few words.
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

/// The evidence about a terminal's colours.
struct ColorEvidence: Hashable {
    /// The programs that can be asked for more.
    enum Source: Hashable {
        case terminal, tmux
    }

    /// An answer, and its source.
    struct Answer: Hashable {
        let source: Source
        let hasDirectColor: Bool
    }

    /// The terminal type in use.
    let type: String

    /// The colours according to terminfo.
    let ability: ColorAbility

    /// Whether it sets colours in the only form that `DirectPalette` can replace.
    var isReplaceable = true

    /// The terminfo capability that claims direct colour: `RGB`, or tmux's `Tc`.
    var claim: String?

    /// The variable `COLORTERM`.
    var colorTerm: String?

    /// The variable `TERM_PROGRAM`.
    var program: String?

    /// Whether tmux is in between, which approximates colours that its terminal lacks.
    var isInTmux = false

    /// Whether GNU screen is in between; its variables are those of the outer terminal.
    var isInScreen = false

    /// The answer so far.
    var answer: Answer?

    /// Returns the number of colours to use.
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

    /// The reason why requested true colour is not used; `nil` if it is used or was not requested.
    func refusal(_ requested: RequestedColors) -> String? {
        let finding = self.finding(requested)
        guard requested == .direct, finding.depth != .direct else { return nil }
        return "true colour cannot be used: \(finding.reason)"
    }

    /// The program to ask whether the terminal has more colours; `nil` if the answer would change
    /// nothing or is not available. A terminal that does not know the query might print it.
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

    /// The evidence that the terminal has direct colour.
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
