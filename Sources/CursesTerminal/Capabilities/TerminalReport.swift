import CNcurses
import Glibc
package import TextScreen

/// What is known of the terminal without taking it over, for people who ask why it looks as it does.
package struct TerminalReport: Hashable, Sendable {
    /// The type that is used; `nil` when none can be.
    package let type: String?
    /// Why it is another one than TERM says, or why there is none.
    package let remark: String?
    /// How many colours terminfo says it has.
    package let colors: Int
    /// `nil` when output is not a terminal.
    package let size: ScreenSize?
    /// Whether lines and symbols are drawn beyond ASCII.
    package let alphabet: SafeText.Alphabet

    /// Looks at the environment, terminfo and the size. Nothing is written to the terminal.
    @MainActor
    package static func take() -> TerminalReport {
        let alphabet = TerminalLocale.setUp(wanted: nil)
        do throws(TerminalError) {
            let type = try CursesStart.chooseType()
            defer { curses_forget_type() }
            return TerminalReport(
                type: type.name, remark: type.notice, colors: Self.colors, size: Self.size,
                alphabet: alphabet)
        } catch {
            return TerminalReport(
                type: nil, remark: error.description, colors: 0, size: Self.size,
                alphabet: alphabet)
        }
    }

    /// The terminal type that was last looked at.
    @MainActor
    private static var colors: Int {
        var name = Array("colors".utf8CString)
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
