import BuoyCursesTerminal
import BuoyDashboardRuntime
import BuoyProgramSupport
import ChannelsSigning

extension Version {
    /// The text of `--version`: the program, and the libraries in use.
    static var report: String {
        """
        \(Self.text)
        Swift \(ProgramFacts.swift), ncurses \(Terminal.libraryVersion), \
        OpenSSL \(OpenSSLLibrary.version)
        """
    }
}
