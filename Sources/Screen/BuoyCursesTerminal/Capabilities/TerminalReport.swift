package import BuoyTextScreen
import CBuoyNcurses
import Glibc

package struct TerminalReport: Hashable, Sendable {
    package let type: String?
    /// Why the type differs from TERM, or why there isn't one.
    package let remark: String?
    package let colors: ColorFinding?
    package let size: ScreenSize?
    package let alphabet: SafeText.Alphabet

    /// Writes nothing to the terminal.
    ///
    /// - Parameter asksTmux: whether to ask tmux for its colours, if it is in between.
    @MainActor
    package static func take(
        _ requested: RequestedColors = .known, asksTmux: Bool = false
    ) async -> TerminalReport {
        let alphabet = TerminalLocale.setUp(wanted: nil)
        do throws(TerminalError) {
            let type = try CursesStart.chooseType()
            var evidence = CursesStart.evidence(
                type.name,
                ColorAbility(
                    colors: Self.number("colors"), pairs: Self.number("pairs"), hasDefaults: true))
            curses_forget_type()
            if asksTmux, evidence.source(requested) == .tmux {
                let pane = CursesStart.variable("TMUX_PANE")
                evidence.answer = await TmuxProgram.hasDirectColor(pane: pane).map {
                    ColorEvidence.Answer(source: .tmux, hasDirectColor: $0)
                }
            }
            return TerminalReport(
                type: type.name, remark: type.notice, colors: evidence.finding(requested),
                size: Self.size, alphabet: alphabet)
        } catch {
            return TerminalReport(
                type: nil, remark: error.description, colors: nil, size: Self.size,
                alphabet: alphabet)
        }
    }

    /// Of the terminal type that was looked up last.
    @MainActor
    private static func number(_ name: String) -> Int {
        var name = Array(name.utf8CString)
        return max(0, Int(tigetnum(&name)))
    }

    private static var size: ScreenSize? {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return nil
        }
        return ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
}
