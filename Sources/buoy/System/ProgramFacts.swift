internal import ChannelsSigning
internal import Configuration
internal import CursesTerminal
internal import Dashboard

/// What a bug report says of the program, the system and the libraries.
enum ProgramFacts {
    static let figures = [
        Action.Figure("program", Version.text),
        Action.Figure("system", SystemName.text),
        Action.Figure("Swift", Self.swift),
        Action.Figure("OpenSSL", OpenSSLLibrary.version),
        Action.Figure("ncurses", Terminal.libraryVersion),
    ]

    /// The compiler that built the program. It tells its version only while it compiles.
    private static var swift: String {
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
