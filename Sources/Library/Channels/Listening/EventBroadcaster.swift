import ChannelsProtocol
import Synchronization

/// Delivers one ordered stream of batches to every listener, each at its own pace.
///
/// What waits for a listener is limited. Beyond the limit, the oldest application events are
/// dropped and counted, unless the listener pauses reading: then whoever reads the connection asks
/// for `room`, and waits. Reports about states, members and problems are never lost, only folded.
final class EventBroadcaster: Sendable {
    private struct State {
        var listeners: [Int: Entry] = [:]
        var lastListener = 0
        var isFinished = false
        var present = PresentState()
        /// How many application events have been dropped for slow listeners.
        var skipped = 0
        /// The number of listeners that pause reading.
        var pausing = 0
        var room = ListenerRoom.plenty
        /// Who waits for more room than this; finished when there is more.
        var waitingForRoom: AsyncStream<Never>.Continuation?
        /// Which tasks read is noted only for a test double.
        var notesReaders = false
        /// Who waits until the readers have read everything.
        var waitingForReaders: [ReaderWait] = []

        /// Removes those who need not wait any longer.
        mutating func readersThatCaughtUp() -> [ReaderWait] {
            guard !self.waitingForReaders.isEmpty else { return [] }
            let done = self.waitingForReaders.filter { !self.isBehind(except: $0.task) }
            self.waitingForReaders.removeAll { wait in done.contains { $0.id == wait.id } }
            return done
        }

        /// Whether a task other than this one reads, and has not come back for more. One that waits
        /// at one stream may have left others.
        func isBehind(except task: Int) -> Bool {
            guard !self.isFinished else { return false }
            let entries = self.listeners.values
            let back = Set(entries.compactMap { $0.waiting == nil ? nil : $0.reader })
            return entries.contains { entry in
                entry.reader.map { $0 != task && !back.contains($0) } ?? false
            }
        }
    }

    /// Someone who waits for the readers.
    private struct ReaderWait {
        let id: Int
        /// The task that waits, and reads nothing meanwhile.
        let task: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Entry {
        var backlog: EventBacklog
        let pausesReading: Bool
        let countsSkipped: Bool
        var interest: EventInterest?
        var waiting: CheckedContinuation<[ClientReport]?, Never>?
        /// The task that read last, if that is noted.
        var reader: Int?
    }

    private let state = Mutex(State())
    private let nextReaderWait = Atomic(0)
    /// The number of listeners with an interest; read for every burst without a binding.
    private let interests = Atomic(0)
    /// Counted up when a listener with an interest comes or leaves.
    private let changes = Atomic(0)
    /// The room of the state; read for every burst.
    private let leastRoom = Atomic(ListenerRoom.plenty.rawValue)

    /// Adds a listener, which receives everything published from now on.
    ///
    /// - Parameter interest: the events that it listens to; `nil` for no particular ones.
    /// - Returns: its number, and the state of the client before its first report.
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

    /// Removes a listener; what waits for it is dropped.
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

    /// The number of listeners.
    var count: Int { self.state.withLock { $0.listeners.count } }

    /// How many application events have been dropped for slow listeners.
    var skipped: Int { self.state.withLock { $0.skipped } }

    /// The id of the connection, as of the last batch; `nil` while not connected.
    var socketID: SocketID? {
        self.state.withLock { state in
            guard let change = state.present.lastChange, change.current == .connected else {
                return nil
            }
            return change.socketID
        }
    }

    /// Whether any listener has an interest.
    var hasInterests: Bool { self.interests.load(ordering: .relaxed) > 0 }

    /// How often listeners with an interest have come or left: `isAwaited` may answer differently
    /// when this has changed.
    var interestChanges: Int { self.changes.load(ordering: .acquiring) }

    /// Whether a listener is interested in such an event by name, channel or user.
    func isAwaited(_ event: ChannelsEvent) -> Bool {
        guard self.hasInterests else { return false }
        return self.state.withLock { state in
            state.listeners.values.contains { $0.interest?.includes(event) == true }
        }
    }

    /// The least room that a listener that pauses reading has.
    var room: ListenerRoom {
        ListenerRoom(rawValue: self.leastRoom.load(ordering: .acquiring)) ?? .plenty
    }

    /// Determines the room again.
    ///
    /// - Returns: who waited for more, if there is more now.
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

    /// Ends when there is more room. There is one of these at a time: one that was asked for before
    /// does not end.
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

    /// Adds a batch for every listener. Never waits.
    ///
    /// - Parameters:
    ///   - applicationEvents: how many of the batch are application events.
    ///   - bytes: the size of these, in bytes.
    ///   - present: the state of the client after this batch.
    ///   - rosters: the members of every presence channel after this batch; evaluated only if
    ///     member changes have to be folded.
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

    /// Ends every listener's stream, after what is still waiting.
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

    /// What waits for a listener, as soon as there is something: all, or a part of very much. `nil`
    /// at the end, and while another task waits. If the task is cancelled, this and all later calls
    /// return `nil`.
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
                    if let events = state.listeners.values[place].backlog.take() {
                        more = self.noteRoom(&state)
                        return events
                    }
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

    /// Notes from now on which tasks read, for `readersCaughtUp()`.
    func noteReaders() { self.state.withLock { $0.notesReaders = true } }

    /// A task that has not started yet will read this listener's stream.
    func expectReader(_ listener: Int) {
        self.state.withLock { state in
            if state.notesReaders { state.listeners[listener]?.reader = .min }
        }
    }

    /// Returns when every task that reads a stream has read all that was published, and waits for
    /// more. The calling task is not waited for, nor is a stream that nobody has started to read.
    /// If the task is cancelled, it returns at once.
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

    /// Tells tasks apart while they run.
    private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue ?? 0 } }
}
