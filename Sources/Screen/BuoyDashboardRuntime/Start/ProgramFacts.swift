import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
import ChannelsSigning

package enum ProgramFacts {
    package static let figures = [
        Action.Figure("program", Version.text),
        Action.Figure("system", SystemName.text),
        Action.Figure("Swift", Self.swift),
        Action.Figure("OpenSSL", OpenSSLLibrary.version),
        Action.Figure("ncurses", Terminal.libraryVersion),
    ]

    /// Known only at compile time.
    package static var swift: String {
        #if compiler(>=6.5)
        "6.5 or later"
        #elseif compiler(>=6.4)
        "6.4"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }
}
