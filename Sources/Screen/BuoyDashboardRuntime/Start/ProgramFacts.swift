import BuoyCursesTerminal
package import BuoyDashboard
import BuoyProgramSupport
import ChannelsSigning

/// Facts about the program, the system and the libraries, for bug reports.
package enum ProgramFacts {
    /// Versions, with what they are of.
    package static let figures = [
        Action.Figure("program", Version.text),
        Action.Figure("system", SystemName.text),
        Action.Figure("Swift", Self.swift),
        Action.Figure("OpenSSL", OpenSSLLibrary.version),
        Action.Figure("ncurses", Terminal.libraryVersion),
    ]

    /// The version of the compiler, which is known only at compile time.
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
