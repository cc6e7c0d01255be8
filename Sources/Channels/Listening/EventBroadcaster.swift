internal import ChannelsProtocol
internal import Synchronization

/// Delivers one ordered stream of batches to every listener, each at its own pace.
///
/// What waits for a listener is limited. Beyond the limit, the oldest application events are
/// dropped and counted. Reports about states, members and problems are never lost, only folded.
final class EventBroadcaster: Sendable {
    private struct State {
        var listeners: [Int: Entry] = [:]
        var lastListener = 0
        var isFinished = false
        var present = PresentState()
    }

    private struct Entry {
        var backlog: EventBacklog
        var interest: EventInterest?
        var waiting: CheckedContinuation<[ClientEvent]?, Never>?
    }

    private let state = Mutex(State())
    /// The number of listeners with an interest; read for every burst without a binding.
    private let interests = Atomic(0)
    /// Counted up when a listener with an interest comes or leaves.
    private let changes = Atomic(0)

    /// Adds a listener, which receives everything published from now on.
    ///
    /// - Parameter interest: the events that it listens to; `nil` for no particular ones.
    /// - Returns: its number, and the state of the client before its first report.
    func listen(limits: ListenerLimits, interest: EventInterest?) -> (Int, PresentState) {
        let listening = self.state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Entry(
                backlog: EventBacklog(limits: limits), interest: interest)
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
        let entry = self.state.withLock { $0.listeners.removeValue(forKey: listener) }
        if entry?.interest != nil { self.changeInterests(by: -1) }
        entry?.waiting?.resume(returning: nil)
    }

    /// Whether any listener has an interest.
    var hasInterests: Bool { self.interests.load(ordering: .relaxed) > 0 }

    /// How often listeners with an interest have come or left: `isAwaited` may answer differently when
    /// this has changed.
    var interestChanges: Int { self.changes.load(ordering: .acquiring) }

    /// Whether a listener is interested in such an event by name, channel or user.
    func isAwaited(_ event: ChannelEvent) -> Bool {
        guard self.hasInterests else { return false }
        return self.state.withLock { state in
            state.listeners.values.contains { $0.interest?.includes(event) == true }
        }
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
        _ batch: [ClientEvent], applicationEvents: Int, bytes: Int, present: PresentState,
        rosters: () -> [ChannelName: Members]
    ) {
        guard !batch.isEmpty else { return }
        let ready = self.state.withLock { state in
            state.present = present
            var ready: [(CheckedContinuation<[ClientEvent]?, Never>, [ClientEvent])] = []
            // Uses a copy of the numbers: iterating over the dictionary itself would retain it, and
            // every backlog would be copied when something is added.
            for id in Array(state.listeners.keys) {
                if let waiting = state.listeners[id]?.waiting {
                    state.listeners[id]?.waiting = nil
                    ready.append((waiting, batch))
                } else {
                    state.listeners[id]?.backlog.append(
                        batch, applicationEvents: applicationEvents, bytes: bytes,
                        rosters: rosters)
                }
            }
            return ready
        }
        for (continuation, batch) in ready { continuation.resume(returning: batch) }
    }

    /// Ends every listener's stream, after what is still waiting.
    func finish() {
        let waiting = self.state.withLock { state in
            state.isFinished = true
            let waiting = state.listeners.values.compactMap(\.waiting)
            for id in state.listeners.keys { state.listeners[id]?.waiting = nil }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    /// What waits for a listener, as soon as there is something: all, or a part of very much. `nil` at the
    /// end, and while another task waits. If the task is cancelled, this and all later calls return `nil`.
    func next(for listener: Int) async -> [ClientEvent]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: [ClientEvent]?? = self.state.withLock { state in
                    // In place: a copy of the entry would share what waits, which is then copied.
                    guard let place = state.listeners.index(forKey: listener), !Task.isCancelled,
                        state.listeners.values[place].waiting == nil
                    else { return .some(nil) }
                    if let events = state.listeners.values[place].backlog.take() { return events }
                    guard !state.isFinished else { return .some(nil) }
                    state.listeners.values[place].waiting = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            self.leave(listener)
        }
    }
}
