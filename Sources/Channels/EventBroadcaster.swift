internal import ChannelsProtocol
internal import Synchronization

/// Hands one ordered stream of batches to every listener, each at its own pace.
///
/// What waits for a listener is bounded. Past the bound the oldest application events are dropped
/// and counted; what tells about states, members and troubles is never lost, only folded.
final class EventBroadcaster: Sendable {
    private struct State {
        var listeners: [Int: Listener] = [:]
        var lastListener = 0
        var isFinished = false
    }

    private struct Listener {
        var backlog: EventBacklog
        var waiting: CheckedContinuation<[ClientEvent]?, Never>?
    }

    private let state = Mutex(State())

    /// Adds a listener: it hears everything published from now on.
    func listen(limits: ListenerLimits) -> Int {
        self.state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = Listener(backlog: EventBacklog(limits: limits))
            return state.lastListener
        }
    }

    /// Takes a listener away; what waits for it is dropped.
    func leave(_ listener: Int) {
        let waiting = self.state.withLock { state in
            state.listeners.removeValue(forKey: listener)?.waiting
        }
        waiting?.resume(returning: nil)
    }

    /// Adds a batch for every listener. Never waits.
    ///
    /// - Parameter rosters: the members of every presence channel as they are after this batch;
    ///   asked for only when member changes have to be folded.
    func publish(_ batch: [ClientEvent], rosters: () -> [ChannelName: Members]) {
        guard !batch.isEmpty else { return }
        let ready = self.state.withLock { state in
            var ready: [(CheckedContinuation<[ClientEvent]?, Never>, [ClientEvent])] = []
            // A copy of the numbers: iterating over the dictionary itself would hold on to it, and
            // every backlog would be copied when it is added to.
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

    /// Ends every listener's stream, after what still waits.
    func finish() {
        let waiting = self.state.withLock { state in
            state.isFinished = true
            let waiting = state.listeners.values.compactMap(\.waiting)
            for id in state.listeners.keys { state.listeners[id]?.waiting = nil }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: nil) }
    }

    /// Everything that waits for a listener, waiting for the first of it; `nil` at the end, and
    /// while another task waits. A task that is cancelled gets `nil`, and so does the listener from
    /// then on.
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
