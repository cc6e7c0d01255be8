package import TextScreen

/// How many colours may be used.
package enum ColorWish: Hashable, Sendable {
    /// All that the terminal is known to have.
    case known

    /// All that it is known to have, but no more than these.
    case atMost(ColorDepth)

    /// Any colour, also where nothing says that the terminal has it.
    case direct

    /// Never more than this.
    var limit: ColorDepth {
        if case .atMost(let limit) = self { limit } else { .direct }
    }
}

/// How many colours are used, and why not more or fewer.
package struct ColorFinding: Hashable, Sendable {
    /// What is used.
    package let depth: ColorDepth

    /// A few words about what decided.
    package let reason: String
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

/// What is known of a terminal's colours.
struct ColorEvidence: Hashable {
    /// Who can be asked for more.
    enum Source: Hashable {
        case terminal, tmux
    }

    /// Who has answered, and what.
    struct Answer: Hashable {
        let source: Source
        let hasDirectColor: Bool
    }

    /// The terminal type that is used.
    let type: String

    /// What terminfo says of it.
    let ability: ColorAbility

    /// Whether it sets a colour in the one way that `DirectPalette` can replace.
    var isReplaceable = true

    /// The capability by which terminfo says that it has any colour: `RGB`, or tmux's `Tc`.
    var claim: String?

    /// The variable `COLORTERM`.
    var colorTerm: String?

    /// The variable `TERM_PROGRAM`.
    var program: String?

    /// Whether tmux is between, which shows what its terminal cannot as well as it can.
    var isInTmux = false

    /// Whether GNU screen is between; its variables are those of the terminal outside.
    var isInScreen = false

    /// What was answered so far.
    var answer: Answer?

    /// How many colours to use.
    func finding(_ wish: ColorWish) -> ColorFinding {
        let able = self.ability.depth
        if able.rawValue < ColorDepth.indexed.rawValue || able == .direct {
            return self.limited(able, "the type \(self.type) has \(self.count)", wish)
        }
        guard wish.limit == .direct else {
            return self.limited(able, "no more are wanted", wish)
        }
        guard self.isReplaceable else {
            return ColorFinding(
                depth: .indexed, reason: "the type \(self.type) sets colours in its own way")
        }
        if let answer, answer.source == .tmux {
            return answer.hasDirectColor
                ? ColorFinding(depth: .direct, reason: "tmux has RGB for its terminal")
                : ColorFinding(depth: .indexed, reason: "tmux has no RGB for its terminal")
        }
        if wish == .direct { return ColorFinding(depth: .direct, reason: "as asked for") }
        if let reason = self.directReason { return ColorFinding(depth: .direct, reason: reason) }
        return ColorFinding(
            depth: .indexed,
            reason: self.isInScreen
                ? "GNU screen is between"
                : self.answer == nil
                    ? "neither terminfo nor COLORTERM says more"
                    : "neither terminfo, COLORTERM nor the terminal says more")
    }

    /// Why true colour is not used although it was asked for; nil where it is, or was not.
    func refusal(_ wish: ColorWish) -> String? {
        let finding = self.finding(wish)
        guard wish == .direct, finding.depth != .direct else { return nil }
        return "true colour cannot be used: \(finding.reason)"
    }

    /// Who should be asked whether the terminal has more colours; nil when the answer would change
    /// nothing, or cannot be had. What does not know the question might print it.
    func source(_ wish: ColorWish) -> Source? {
        guard self.answer == nil, self.ability.depth == .indexed, self.isReplaceable,
            wish.limit == .direct
        else { return nil }
        if self.isInTmux { return .tmux }
        guard wish != .direct, self.directReason == nil, !self.isInScreen,
            self.program != "Apple_Terminal", TerminalType.readsStrings(self.type)
        else { return nil }
        return .terminal
    }

    /// What says that the terminal has any colour.
    private var directReason: String? {
        if let answer, answer.hasDirectColor { return "the terminal says so" }
        guard !self.isInScreen else { return nil }
        if let claim { return "terminfo has \(claim) for \(self.type)" }
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
        _ able: ColorDepth, _ reason: String, _ wish: ColorWish
    ) -> ColorFinding {
        wish.limit.rawValue < able.rawValue
            ? ColorFinding(depth: wish.limit, reason: "no more are wanted")
            : ColorFinding(depth: able, reason: reason)
    }
}
