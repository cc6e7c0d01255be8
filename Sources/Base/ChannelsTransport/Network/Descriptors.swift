import ChannelsBasics
import Glibc
import NIOCore
import Synchronization

/// The descriptors of this process, shared by all its connections.
package final class Descriptors: Sendable {
    /// The only instance.
    package static let shared = Descriptors()

    private struct State {
        var room = DescriptorRoom(limit: 0)
        var report: (@Sendable (DescriptorShortage) -> Void)?
    }

    private let state = Mutex(State())

    /// Sets the handler for shortages, called once each time a server stops accepting clients. It
    /// may be called on any thread, and must not block.
    package func onShortage(_ report: @escaping @Sendable (DescriptorShortage) -> Void) {
        self.state.withLock { $0.report = report }
    }

    /// Takes descriptors for a client.
    ///
    /// - Parameter promised: how many of them will be opened later.
    /// - Returns: `false` if there are too few.
    func takeForClient(_ count: Int, promised: Int) -> Bool {
        self.withRoom { $0.take(count, promised: promised, for: .client) }
    }

    /// The same for a client that replaces one that is being closed.
    func takeInstead(_ count: Int, promised: Int) {
        self.state.withLock { $0.room.takeInstead(count, promised: promised) }
    }

    /// Takes the descriptor of a connection of this process until the channel is closed.
    ///
    /// - Throws: `.tooManyOpenFiles`.
    func take(for channel: any Channel) throws(TransportError) {
        let (isTaken, limit) = self.withRoom { ($0.take(1, for: .own), $0.limit) }
        guard isTaken else { throw .tooManyOpenFiles(DescriptorShortage(limit: limit)) }
        channel.closeFuture.whenComplete { _ in self.giveBack(1) }
    }

    /// Records that a promised descriptor is open in this channel until it is closed.
    func opened(_ channel: any Channel) {
        self.state.withLock { $0.room.opened() }
        channel.closeFuture.whenComplete { _ in self.giveBack(1) }
    }

    /// Descriptors were closed, or are not needed.
    func giveBack(_ count: Int, promised: Int = 0) {
        self.state.withLock { $0.room.giveBack(count, promised: promised) }
    }

    /// The number of descriptors left for clients; negative while some are being closed.
    ///
    /// - Parameter recounts: whether the other descriptors may have changed.
    func leftForClients(recounts: Bool) -> Int {
        self.withRoom(recounts: recounts) { $0.left(for: .client) }
    }

    /// Whether this process may open a connection now.
    /// - Throws: `.tooManyOpenFiles`.
    func checkOwn() throws(TransportError) {
        let (left, limit) = self.withRoom { ($0.left(for: .own), $0.limit) }
        guard left > 0 else { throw .tooManyOpenFiles(DescriptorShortage(limit: limit)) }
    }

    /// The shortage, to be reported.
    var shortage: DescriptorShortage { DescriptorShortage(limit: Self.limit) }

    /// Whether the system had no descriptor, or no memory for one.
    static func isShortage(_ error: IOError) -> Bool {
        [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    }

    /// Reports that a server accepts no more clients for now.
    func reportShortage() {
        let report = self.state.withLock(\.report)
        report?(self.shortage)
    }

    private func withRoom<Answer: Sendable>(
        recounts: Bool = false, _ ask: (inout DescriptorRoom) -> Answer
    ) -> Answer {
        // Read each time, because it can change.
        let limit = Self.limit
        return self.state.withLock { state in
            if recounts || state.room.limit != limit || state.room.isStale {
                state.room.limit = limit
                state.room.counted(open: Self.countOpen(below: limit))
            }
            return ask(&state.room)
        }
    }

    private static var limit: Int { ProcessLimits.openFiles ?? 1024 }

    private static func countOpen(below limit: Int) -> Int {
        ProcessFacts.openFiles
            ?? (0..<Int32(min(limit, 65_536))).count { fcntl($0, F_GETFD) >= 0 }
    }
}

/// Too many files are open, so no more can be opened.
package struct DescriptorShortage: Hashable, Sendable {
    /// The limit of the process.
    let limit: Int

    /// The report of a server that stops accepting: short enough for a screen of 80 columns.
    package var sentence: String {
        "Too many open files (limit \(self.limit)): no more clients for now. Try \(self.command)."
    }

    /// The limit, and what to do about it.
    var advice: String {
        "The limit is \(self.limit): raise it, for example with \(self.command)."
    }

    private var command: String { "ulimit -n \(self.better)" }

    private var better: Int {
        guard self.limit >= 1024 else { return 4096 }
        return self.limit < 1 << 30 ? self.limit * 4 : self.limit
    }
}
