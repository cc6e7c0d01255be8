import NIOCore
import Synchronization

/// Faults of a connector's links, which can change while they are open. A normal link has no
/// handler, so it costs nothing.
package final class FaultyLink: Sendable {
    private struct State {
        var condition = LinkCondition.normal
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// Those that were open when `condition` started to silence open ones.
        var old: Set<ObjectIdentifier> = []

        func condition(of id: ObjectIdentifier) -> LinkCondition {
            var condition = self.condition
            condition.silencesOpen = false
            guard self.old.contains(id) else { return condition }
            condition.stopsReceiving = true
            condition.stopsSending = true
            return condition
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var condition: LinkCondition { self.state.withLock { $0.condition } }

    package func change(to condition: LinkCondition) {
        self.state.withLock { state in
            if !condition.silencesOpen {
                state.old = []
            } else if !state.condition.silencesOpen {
                state.old = Set(state.channels.keys)
            }
            state.condition = condition
        }
        for channel in self.channels {
            channel.eventLoop.execute { self.update(channel) }
        }
    }

    /// Whether nothing passes in a direction, on all links or on one that was open before.
    package var isSilent: Bool {
        self.state.withLock {
            $0.condition.stopsReceiving || $0.condition.stopsSending || !$0.old.isEmpty
        }
    }

    package func cut(_ cut: LinkCut) {
        for channel in self.channels {
            if cut.resets {
                channel.closeWithReset(saying: cut)
            } else {
                channel.pipeline.fireErrorCaught(cut)
                channel.close(promise: nil)
            }
        }
    }

    /// Ends each connection after the next bytes it receives, without the last one.
    package func truncate(_ cut: LinkCut) {
        for channel in self.channels {
            channel.eventLoop.execute {
                (try? Self.handler(of: channel, isNeeded: true))?.truncate(cut)
            }
        }
    }

    /// Called on the channel's event loop, before it connects.
    func adopt(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        self.state.withLock { $0.channels[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock {
                $0.channels[id] = nil
                $0.old.remove(id)
            }
        }
        self.update(channel)
    }

    private var channels: [any Channel] { self.state.withLock { Array($0.channels.values) } }

    private func update(_ channel: any Channel) {
        let condition = self.state.withLock { $0.condition(of: ObjectIdentifier(channel)) }
        // A closed channel needs no change.
        let handler = try? Self.handler(of: channel, isNeeded: condition != .normal)
        handler?.change(to: condition)
    }

    private static func handler(
        of channel: any Channel, isNeeded: Bool
    ) throws -> LinkFaultHandler? {
        let pipeline = channel.pipeline.syncOperations
        if let handler = try? pipeline.handler(type: LinkFaultHandler.self) { return handler }
        guard isNeeded else { return nil }
        let handler = LinkFaultHandler()
        try pipeline.addHandler(handler, position: .first)
        return handler
    }
}

package struct LinkCondition: Hashable, Sendable {
    package var stopsReceiving: Bool
    package var stopsSending: Bool
    /// Nothing passes on links that were open when this started.
    package var silencesOpen = false
    /// If not empty, every packet is lost. Held-back data passes when TCP would resend its first
    /// part: at the first of these times after the end, counted from when it was sent.
    package var lossRepeats: [Duration]
    /// Received data is held back this long and passes in a burst; `nil` for not at all.
    package var burstPeriod: Duration?
    package var delay: Duration
    package var jitter: Duration
    package var bytesPerSecond: Int?

    package init(
        stopsReceiving: Bool = false, stopsSending: Bool = false, lossRepeats: [Duration] = [],
        burstPeriod: Duration? = nil, delay: Duration = .zero, jitter: Duration = .zero,
        bytesPerSecond: Int? = nil
    ) {
        self.stopsReceiving = stopsReceiving
        self.stopsSending = stopsSending
        self.lossRepeats = lossRepeats
        self.burstPeriod = burstPeriod
        self.delay = delay
        self.jitter = jitter
        self.bytesPerSecond = bytesPerSecond
    }

    package static let normal = LinkCondition()

    var holdsReceived: Bool { self.stopsReceiving || !self.lossRepeats.isEmpty }
    var holdsSent: Bool { self.stopsSending || !self.lossRepeats.isEmpty }

    var isSlow: Bool {
        self.delay > .zero || self.bytesPerSecond != nil || self.burstPeriod != nil
    }

    var ofSent: LinkCondition {
        var condition = self
        condition.burstPeriod = nil
        return condition
    }
}

package struct LinkCut: Error, Hashable, Sendable {
    /// How it ended, and that this was on purpose; not a sentence.
    package var text: String
    package var resets: Bool

    package init(_ text: String, resets: Bool = false) {
        self.text = text
        self.resets = resets
    }
}
