internal import CBuildFacts
internal import Channels
internal import ChannelsSigning
internal import CursesTerminal

/// What says which program this is.
enum Version {
    static let number = ChannelsClient.version

    /// One line: the version, and the commit if this is a package.
    static let text: String = {
        let text = "buoy \(ChannelsClient.version) (Channels protocol 7)"
        return buoy_commit().map { "\(text), commit \(String(cString: $0))" } ?? text
    }()

    /// The text of `--version`: the program, and the libraries in use.
    static var report: String {
        """
        \(Self.text)
        Swift \(ProgramFacts.swift), ncurses \(Terminal.libraryVersion), \
        OpenSSL \(OpenSSLLibrary.version), libsodium \(SodiumLibrary.version)
        """
    }
}
