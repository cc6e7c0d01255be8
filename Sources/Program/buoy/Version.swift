import BuoyCursesTerminal
import BuoyDashboardRuntime
import BuoyProgramSupport
import ChannelsSigning

extension Version {
    static var report: String {
        """
        \(Self.text)
        Swift \(ProgramFacts.swift), ncurses \(Terminal.libraryVersion), \
        OpenSSL \(OpenSSLLibrary.version)
        """
    }
}
