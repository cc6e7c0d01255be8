import ChannelsBasics
import ChannelsTransport
import Glibc

package enum FileDescriptors {
    /// The number that must be free at startup: about 20 are open on an idle screen with its own
    /// sandbox; connections, exports and authorization requests share the rest.
    private static let needed = 28

    /// The number that the threads of the runtime open before anything else runs, with some margin.
    private static let neededByRuntime = 6

    /// Raises the limit as far as possible, and checks that enough descriptors are free. SwiftNIO
    /// ends the process without a useful message if it cannot open those of its threads.
    package static func require() throws(ProgramFailure) {
        NetworkThreads.limit(to: 2)
        Descriptors.shared.onShortage { Console.errorLine("buoy: \($0.sentence)") }
        try Self.require(Self.needed)
    }

    package static func requireForRuntime() throws(ProgramFailure) {
        try Self.require(Self.neededByRuntime)
    }

    private static func require(_ number: Int) throws(ProgramFailure) {
        // Some systems allow any number; a table of that size would be of no use.
        let limit = ProcessLimits.raiseOpenFiles(to: 65_536) ?? .max
        guard limit < 1024, Self.countFree(below: Int32(limit)) < number else { return }
        throw ProgramFailure(
            .failed,
            "Too many open files: the limit is \(limit), and buoy needs \(Self.needed) more "
                + "than are open already. Raise it, for example with: ulimit -n 256")
    }

    /// Descriptors are checked, not opened, because the threads of the runtime may need one at the
    /// same time.
    private static func countFree(below limit: Int32) -> Int {
        (0..<limit).count { fcntl($0, F_GETFD) < 0 }
    }
}
