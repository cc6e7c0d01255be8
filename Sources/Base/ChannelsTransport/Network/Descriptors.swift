import ChannelsBasics
import ChannelsPOSIX
import NIOCore
import Synchronization

package final class Descriptors: Sendable {
    package static let shared = Descriptors()

    private struct State {
        var room = DescriptorRoom(limit: 0)
        var report: (@Sendable (DescriptorShortage) -> Void)?
    }

    private let state = Mutex(State())

    /// Called each time a server stops accepting, on any thread; it must not block.
    package func onShortage(_ report: @escaping @Sendable (DescriptorShortage) -> Void) {
        self.state.withLock { $0.report = report }
    }

    func takeForClient(_ count: Int, promised: Int) -> Bool {
        self.withRoom { $0.take(count, promised: promised, for: .client) }
    }

    func takeInstead(_ count: Int, promised: Int) {
        self.state.withLock { $0.room.takeInstead(count, promised: promised) }
    }

    /// Held until the channel is closed.
    func take(for channel: any Channel) throws(TransportError) {
        let (isTaken, limit) = self.withRoom { ($0.take(1, for: .own), $0.limit) }
        guard isTaken else { throw .tooManyOpenFiles(DescriptorShortage(limit: limit)) }
        channel.closeFuture.whenComplete { _ in self.giveBack(1) }
    }

    func opened(_ channel: any Channel) {
        self.state.withLock { $0.room.opened() }
        channel.closeFuture.whenComplete { _ in self.giveBack(1) }
    }

    func giveBack(_ count: Int, promised: Int = 0) {
        self.state.withLock { $0.room.giveBack(count, promised: promised) }
    }

    /// Negative while some are being closed.
    func leftForClients(recounts: Bool) -> Int {
        self.withRoom(recounts: recounts) { $0.left(for: .client) }
    }

    func checkOwn() throws(TransportError) {
        let (left, limit) = self.withRoom { ($0.left(for: .own), $0.limit) }
        guard left > 0 else { throw .tooManyOpenFiles(DescriptorShortage(limit: limit)) }
    }

    var shortage: DescriptorShortage { DescriptorShortage(limit: Self.limit) }

    /// Including a lack of memory for a descriptor.
    static func isShortage(_ error: IOError) -> Bool {
        [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    }

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

package struct DescriptorShortage: Hashable, Sendable {
    let limit: Int

    /// Short enough for a screen of 80 columns.
    package var sentence: String {
        "Too many open files (limit \(self.limit)): no more clients for now. Try \(self.command)."
    }

    var advice: String {
        "The limit is \(self.limit): raise it, for example with \(self.command)."
    }

    private var command: String { "ulimit -n \(self.better)" }

    private var better: Int {
        guard self.limit >= 1024 else { return 4096 }
        return self.limit < 1 << 30 ? self.limit * 4 : self.limit
    }
}
