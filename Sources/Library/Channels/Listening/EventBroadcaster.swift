import ChannelsProtocol
import Synchronization

/// Delivers one ordered stream of batches to every listener, each at its own pace.
///
/// Beyond a listener's limit, the oldest application events are dropped and counted, unless it
/// pauses reading: then the reader of the connection asks for `room`, and waits. Reports of
/// states, members and problems are only folded, never lost.
final class EventBroadcaster: Sendable {
    private struct State {
        var listeners: [Int: Entry] = [:]
        var lastListener = 0
        var isFinished = false
        var present = PresentState()
        var skipped = 0
        var pausing = 0
        var room = ListenerRoom.plenty
        var waitingForRoom: AsyncStream<Never>.Continuation?
        /// Only for a test double.
        var notesReaders = false
        var waitingForReaders: [ReaderWait] = []

        mutating func readersThatCaughtUp() -> [ReaderWait] {
            guard !self.waitingForReaders.isEmpty else { return [] }
            let done = self.waitingForReaders.filter { !self.isBehind(except: $0.task) }
            self.waitingForReaders.removeAll { wait in done.contains { $0.id == wait.id } }
            return done
        }

        /// Whether another task reads, and has not come back for more.
        func isBehind(except task: Int) -> Bool {
            guard !self.isFinished else { return false }
            let entries = self.listeners.values
            let back = Set(entries.compactMap { $0.waiting == nil ? nil : $0.reader })
            return entries.contains { entry in
                entry.reader.map { $0 != task && !back.contains($0) } ?? false
            }
        }
    }

    private struct ReaderWait {
        let id: Int
        let task: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Entry {
        var backlog: EventBacklog
        let pausesReading: Bool
        let countsSkipped: Bool
        var interest: EventInterest?
        var waiting: CheckedContinuation<[ClientReport]?, Never>?
        var reader: Int?
    }

    private let state = Mutex(State())
    private let nextReaderWait = Atomic(0)
    /// Listeners with an interest; read for every burst without a binding.
    private let interests = Atomic(0)
    private let changes = Atomic(0)
    /// The room of the state; read for every burst.
    private let leastRoom = Atomic(ListenerRoom.plenty.rawValue)

    func listen(limits: ListenerLimits, interest: EventInterest?) -> (Int, PresentState) {
        let listening = self.state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Entry(
                backlog: EventBacklog(limits: limits), pausesReading: limits.pausesReading,
                countsSkipped: limits.countsSkipped, interest: interest)
            if limits.pausesReading { state.pausing += 1 }
            return (state.lastListener, state.present)
        }
        if interest != nil { self.changeInterests(by: 1) }
        return listening
    }

    private func changeInterests(by difference: Int) {
        self.interests.add(difference, ordering: .relaxed)
        self.changes.add(1, ordering: .releasing)
    }

    func leave(_ listener: Int) {
        var more: AsyncStream<Never>.Continuation?
        let entry = self.state.withLock { state in
            let entry = state.listeners.removeValue(forKey: listener)
            if entry?.pausesReading == true {
                state.pausing -= 1
                more = self.noteRoom(&state)
            }
            return entry
        }
        more?.finish()
        if entry?.interest != nil { self.changeInterests(by: -1) }
        entry?.waiting?.resume(returning: nil)
        self.resumeThoseWhoWaitForReaders()
    }

    var count: Int { self.state.withLock { $0.listeners.count } }

    var skipped: Int { self.state.withLock { $0.skipped } }

    /// As of the last batch; `nil` while not connected.
    var socketID: SocketID? {
        self.state.withLock { state in
            guard let change = state.present.lastChange, change.current == .connected else {
                return nil
            }
            return change.socketID
        }
    }

    var hasInterests: Bool { self.interests.load(ordering: .relaxed) > 0 }

    /// When this changes, `isAwaited` may answer differently.
    var interestChanges: Int { self.changes.load(ordering: .acquiring) }

    func isAwaited(_ event: ChannelsEvent) -> Bool {
        guard self.hasInterests else { return false }
        return self.state.withLock { state in
            state.listeners.values.contains { $0.interest?.includes(event) == true }
        }
    }

    var room: ListenerRoom {
        ListenerRoom(rawValue: self.leastRoom.load(ordering: .acquiring)) ?? .plenty
    }

    private func noteRoom(_ state: inout State) -> AsyncStream<Never>.Continuation? {
        guard state.pausing > 0 || state.room > .plenty else { return nil }
        let before = state.room
        state.room = state.listeners.values.reduce(.plenty) { max($0, $1.backlog.room) }
        guard state.room != before else { return nil }
        self.leastRoom.store(state.room.rawValue, ordering: .releasing)
        guard state.room < before else { return nil }
        defer { state.waitingForRoom = nil }
        return state.waitingForRoom
    }

    /// Ends when there is more room. Only the latest stream ends.
    func moreRoom(than room: ListenerRoom) -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let isWaiting = self.state.withLock { state in
            guard !state.isFinished, state.room >= room else { return false }
            state.waitingForRoom = continuation
            return true
        }
        if !isWaiting { continuation.finish() }
        return stream
    }

    /// Never waits.
    /// - Parameter rosters: the members of every presence channel after this batch; evaluated only
    ///   if member changes have to be folded.
    func publish(
        _ batch: [ClientReport], applicationEvents: Int, bytes: Int, present: PresentState,
        rosters: () -> [ChannelName: PresenceMembers]
    ) {
        guard !batch.isEmpty else { return }
        let ready = self.state.withLock { state in
            state.present = present
            var ready: [(CheckedContinuation<[ClientReport]?, Never>, [ClientReport])] = []
            // Uses a copy of the numbers: iterating over the dictionary itself would retain it, and
            // every backlog would be copied when something is added.
            for id in Array(state.listeners.keys) {
                if let waiting = state.listeners[id]?.waiting {
                    state.listeners[id]?.waiting = nil
                    state.listeners[id]?.backlog.handOver(
                        batch.count, applicationEvents: applicationEvents, bytes: bytes)
                    ready.append((waiting, batch))
                } else {
                    let dropped = state.listeners[id]?.backlog.append(
                        batch, applicationEvents: applicationEvents, bytes: bytes,
                        rosters: rosters)
                    if let dropped, dropped > 0, state.listeners[id]?.countsSkipped == true {
                        state.skipped += dropped
                    }
                }
            }
            // There is no more room than before.
            if state.pausing > 0 { _ = self.noteRoom(&state) }
            return ready
        }
        for (continuation, batch) in ready { continuation.resume(returning: batch) }
    }

    func finish() {
        let waiting = self.state.withLock { state in
            state.isFinished = true
            let waiting = state.listeners.values.compactMap(\.waiting)
            state.waitingForRoom?.finish()
            for id in state.listeners.keys { state.listeners[id]?.waiting = nil }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
        self.resumeThoseWhoWaitForReaders()
    }

    /// What waits, as soon as there is something. `nil` at the end, while another task waits, and
    /// permanently once the task is cancelled.
    func next(for listener: Int) async -> [ClientReport]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var more: AsyncStream<Never>.Continuation?
                var caughtUp: [ReaderWait] = []
                let answer: [ClientReport]?? = self.state.withLock { state in
                    // In place: a copy of the entry would share what waits, which is then copied.
                    guard let place = state.listeners.index(forKey: listener), !Task.isCancelled,
                        state.listeners.values[place].waiting == nil
                    else { return .some(nil) }
                    if state.notesReaders {
                        state.listeners.values[place].reader = Self.currentTask
                    }
                    let events = state.listeners.values[place].backlog.take()
                    more = self.noteRoom(&state)
                    if let events { return events }
                    guard !state.isFinished else { return .some(nil) }
                    state.listeners.values[place].waiting = continuation
                    caughtUp = state.readersThatCaughtUp()
                    return nil
                }
                more?.finish()
                for wait in caughtUp { wait.continuation.resume() }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            self.leave(listener)
        }
    }

    // MARK: For a test double

    func noteReaders() { self.state.withLock { $0.notesReaders = true } }

    func expectReader(_ listener: Int) {
        self.state.withLock { state in
            if state.notesReaders { state.listeners[listener]?.reader = .min }
        }
    }

    /// Returns when every other task that reads a stream has read all that was published, and
    /// waits, or when the calling task is cancelled.
    func readersCaughtUp() async {
        let (task, id) = (Self.currentTask, self.nextReaderWait.add(1, ordering: .relaxed).newValue)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = self.state.withLock { state in
                    guard state.isBehind(except: task), !Task.isCancelled else { return true }
                    state.waitingForReaders.append(
                        ReaderWait(id: id, task: task, continuation: continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let wait = self.state.withLock { state in
                state.waitingForReaders.firstIndex { $0.id == id }
                    .map { state.waitingForReaders.remove(at: $0) }
            }
            wait?.continuation.resume()
        }
    }

    private func resumeThoseWhoWaitForReaders() {
        let caughtUp = self.state.withLock { $0.readersThatCaughtUp() }
        for wait in caughtUp { wait.continuation.resume() }
    }

    private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}
