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
    /// The number of listeners with an interest; read for every event without a binding.
    private let interests = Atomic(0)

    /// Adds a listener, which receives everything published from now on.
    ///
    /// - Parameter interest: the events that it listens to; `nil` for no particular ones.
    /// - Returns: its number, and the state of the client before its first report.
    func listen(limits: ListenerLimits, interest: EventInterest?) -> (Int, PresentState) {
        if interest != nil { self.interests.add(1, ordering: .relaxed) }
        return self.state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Entry(
                backlog: EventBacklog(limits: limits), interest: interest)
            return (state.lastListener, state.present)
        }
    }

    /// Removes a listener; what waits for it is dropped.
    func leave(_ listener: Int) {
        let entry = self.state.withLock { $0.listeners.removeValue(forKey: listener) }
        if entry?.interest != nil { self.interests.subtract(1, ordering: .relaxed) }
        entry?.waiting?.resume(returning: nil)
    }

    /// Whether a listener is interested in such an event by name, channel or user.
    func isAwaited(_ event: ChannelEvent) -> Bool {
        guard self.interests.load(ordering: .relaxed) > 0 else { return false }
        return self.state.withLock { state in
            state.listeners.values.contains { $0.interest?.includes(event) == true }
        }
    }

    /// Adds a batch for every listener. Never waits.
    ///
    /// - Parameters:
    ///   - present: the state of the client after this batch.
    ///   - rosters: the members of every presence channel after this batch; evaluated only if
    ///     member changes have to be folded.
    func publish(
        _ batch: [ClientEvent], present: PresentState,
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
                    state.listeners[id]?.backlog.append(batch, rosters: rosters)
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

    /// Everything that waits for a listener, as soon as there is something; `nil` at the end, and
    /// while another task waits. If the task is cancelled, this and all later calls return `nil`.
    func next(for listener: Int) async -> [ClientEvent]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: [ClientEvent]?? = self.state.withLock { state in
                    guard var entry = state.listeners[listener], !Task.isCancelled,
                        entry.waiting == nil
                    else { return .some(nil) }
                    if let events = entry.backlog.takeAll() {
                        state.listeners[listener] = entry
                        return events
                    }
                    guard !state.isFinished else { return .some(nil) }
                    state.listeners[listener]?.waiting = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            self.leave(listener)
        }
    }
}
