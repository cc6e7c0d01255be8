import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("How many colours are used, and why")
struct ColorFindingTests {
    private static func evidence(
        _ type: String = "xterm-256color", colors: Int = 256,
        _ change: (inout ColorEvidence) -> Void = { _ in }
    ) -> ColorEvidence {
        var evidence = ColorEvidence(
            type: type, ability: ColorAbility(colors: colors, pairs: 256, hasDefaults: true))
        change(&evidence)
        return evidence
    }

    @Test(
        "the terminal says it in one of several ways, or it is not used",
        arguments: [
            (evidence(), "256 (neither terminfo nor COLORTERM reports more)"),
            (evidence { $0.colorTerm = "truecolor" }, "true colour (COLORTERM is truecolor)"),
            (evidence { $0.colorTerm = "24bit" }, "true colour (COLORTERM is 24bit)"),
            (
                evidence { $0.colorTerm = "rxvt" },
                "256 (neither terminfo nor COLORTERM reports more)"
            ),
            (evidence { $0.claim = "Tc" }, "true colour (terminfo lists Tc for xterm-256color)"),
            (
                evidence { $0.answer = .init(source: .terminal, hasDirectColor: true) },
                "true colour (reported by the terminal)"
            ),
            (
                evidence { $0.answer = .init(source: .terminal, hasDirectColor: false) },
                "256 (terminfo, COLORTERM and the terminal report no more)"
            ),
            (
                evidence {
                    $0.isReplaceable = false
                    $0.claim = "RGB"
                },
                "256 (xterm-256color sets colours in a non-standard way)"
            ),
            (
                evidence("linux", colors: 8) { $0.colorTerm = "truecolor" },
                "16 (linux supports 8)"
            ),
            (
                evidence("vt100", colors: -1) { $0.colorTerm = "truecolor" },
                "none (vt100 supports none)"
            ),
            (
                evidence("xterm-direct", colors: 0x1000000),
                "true colour (xterm-direct supports 16777216)"
            ),
        ])
    func known(evidence: ColorEvidence, text: String) {
        #expect("\(evidence.finding(.known))" == text)
        #expect(evidence.refusal(.known) == nil)
    }

    @Test(
        "tmux knows its terminal better than a variable that it was started with",
        arguments: [
            (true, "true colour (tmux reports RGB for its terminal)"),
            (false, "256 (tmux reports no RGB for its terminal)"),
            (nil, "true colour (COLORTERM is truecolor)"),
        ])
    func tmux(answer: Bool?, text: String) {
        let evidence = Self.evidence("tmux-256color") {
            $0.isInTmux = true
            $0.colorTerm = "truecolor"
            $0.answer = answer.map { .init(source: .tmux, hasDirectColor: $0) }
        }
        #expect("\(evidence.finding(.known))" == text)
        #expect(evidence.source(.known) == (answer == nil ? .tmux : nil))
        let refusal = "true colour cannot be used: tmux reports no RGB for its terminal"
        #expect(evidence.refusal(.direct) == (answer == false ? refusal : nil))
    }

    @Test("the variables inside GNU screen are those of the terminal outside")
    func screen() {
        let evidence = Self.evidence("screen-256color") {
            $0.isInScreen = true
            $0.colorTerm = "truecolor"
            $0.claim = "Tc"
        }
        #expect("\(evidence.finding(.known))" == "256 (inside GNU screen)")
        #expect(evidence.source(.known) == nil)
        #expect("\(evidence.finding(.direct))" == "true colour (requested)")
    }

    @Test("a wish for fewer is kept, and one for all is refused with a reason only")
    func wishes() {
        let rich = Self.evidence { $0.claim = "RGB" }
        for (limit, text) in [
            (ColorDepth.monochrome, "none"), (.sixteen, "16"), (.indexed, "256"),
        ] {
            #expect("\(rich.finding(.atMost(limit)))" == "\(text) (limited as requested)")
            #expect(rich.source(.atMost(limit)) == nil)
        }
        #expect(rich.finding(.atMost(.direct)).depth == .direct)
        #expect("\(Self.evidence().finding(.direct))" == "true colour (requested)")
        #expect(Self.evidence().refusal(.direct) == nil)
        #expect(
            Self.evidence("linux", colors: 8).refusal(.direct)
                == "true colour cannot be used: linux supports 8")
        #expect(
            Self.evidence("linux", colors: 8).finding(.atMost(.monochrome)).depth == .monochrome)
    }

    @Test("the terminal is asked only where the answer counts, and is not printed")
    func asked() {
        #expect(Self.evidence().source(.known) == .terminal)
        #expect(Self.evidence().source(.direct) == nil)
        #expect(Self.evidence { $0.colorTerm = "truecolor" }.source(.known) == nil)
        #expect(Self.evidence { $0.program = "Apple_Terminal" }.source(.known) == nil)
        #expect(Self.evidence("linux", colors: 8).source(.known) == nil)
        #expect(Self.evidence("eterm-256color").source(.known) == nil)
        #expect(Self.evidence { $0.isReplaceable = false }.source(.known) == nil)
    }
}
