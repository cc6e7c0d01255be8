import ChannelsProtocol
import Synchronization

@testable import Channels
@testable import ChannelsTesting

/// What a listener was told, for the simulation to take.
final class ReportLog: Sendable {
    private struct State {
        var events: [ClientReport] = []
        var isFinished = false
    }

    private let state = Mutex(State())

    func add(_ batch: [ClientReport]) { self.state.withLock { $0.events += batch } }

    func finish() { self.state.withLock { $0.isFinished = true } }

    /// Takes what was told since the last call.
    func take() -> [ClientReport] {
        self.state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// Whether the stream has ended.
    var isFinished: Bool { self.state.withLock { $0.isFinished } }
}

/// Lets a reader through while it is open.
final class ReaderGate: Sendable {
    private let isOpen: Mutex<Bool>
    private let opened = Mailbox<Void>()

    init(isOpen: Bool) { self.isOpen = Mutex(isOpen) }

    /// Returns when the gate is open, or the task is cancelled.
    func pass() async {
        while !self.isOpen.withLock({ $0 }) {
            guard await self.opened.take() != nil else { return }
        }
    }

    func set(isOpen: Bool) {
        self.isOpen.withLock { $0 = isOpen }
        if isOpen { self.opened.put(()) }
    }
}

/// A signature that the client wants from the application's server.
final class AuthWish: Sendable {
    let channel: ChannelName
    let socketID: SocketID
    private let answer = Mailbox<ChannelAuthorization?>()

    init(_ channel: ChannelName, _ socketID: SocketID) {
        self.channel = channel
        self.socketID = socketID
    }

    func wait() async throws -> ChannelAuthorization {
        guard let answer = await self.answer.take() else { throw CancellationError() }
        guard let answer else { throw Refused() }
        return answer
    }

    func grant(_ authorization: ChannelAuthorization) { self.answer.put(authorization) }

    func refuse() { self.answer.put(nil) }

    private struct Refused: Error {}
}
