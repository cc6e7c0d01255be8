import NIOCore
import Synchronization

/// The links of a connector's connections, whose condition can be changed while they are open.
///
/// A link in normal condition has no handler for it, so it costs nothing.
package final class FaultyLink: Sendable {
    private struct State {
        var condition = LinkCondition.normal
        var channels: [ObjectIdentifier: any Channel] = [:]
    }

    private let state = Mutex(State())

    /// Creates links in normal condition.
    package init() {}

    /// The condition of all links, open and future ones.
    package var condition: LinkCondition { self.state.withLock { $0.condition } }

    package func change(to condition: LinkCondition) {
        self.state.withLock { $0.condition = condition }
        for channel in self.channels {
            channel.eventLoop.execute { self.update(channel) }
        }
    }

    /// Ends all connections without a close frame.
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

    /// Ends each connection after it has received the next bytes except the last one.
    package func truncate(_ cut: LinkCut) {
        for channel in self.channels {
            channel.eventLoop.execute {
                (try? Self.handler(of: channel, isNeeded: true))?.truncate(cut)
            }
        }
    }

    /// Adds a channel that is about to connect. Called on its event loop.
    func adopt(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        self.state.withLock { $0.channels[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { _ = $0.channels.removeValue(forKey: id) }
        }
        self.update(channel)
    }

    private var channels: [any Channel] { self.state.withLock { Array($0.channels.values) } }

    /// Called on the channel's event loop.
    private func update(_ channel: any Channel) {
        let condition = self.condition
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

/// The faults injected into a link, below TLS.
package struct LinkCondition: Hashable, Sendable {
    /// Whether nothing is received: what the peer sends is held back.
    package var stopsReceiving: Bool
    /// Whether nothing is sent: what this end sends is held back.
    package var stopsSending: Bool
    /// If not empty, every packet is lost, in both directions. What was held back passes when TCP
    /// would send its first part again: at the first of these times after the end, counted from
    /// when it was sent.
    package var lossRepeats: [Duration]
    /// How long what is received is held back, to pass in a burst; `nil` for not at all.
    package var burstPeriod: Duration?
    /// The delay in each direction.
    package var delay: Duration
    /// The maximum random addition to the delay.
    package var jitter: Duration
    /// The throughput in each direction, in bytes per second; `nil` for no limit.
    package var bytesPerSecond: Int?

    /// A link with nothing wrong, or with this.
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

    /// Nothing is wrong.
    package static let normal = LinkCondition()

    var holdsReceived: Bool { self.stopsReceiving || !self.lossRepeats.isEmpty }
    var holdsSent: Bool { self.stopsSending || !self.lossRepeats.isEmpty }

    /// Whether what passes takes its time.
    var isSlow: Bool {
        self.delay > .zero || self.bytesPerSecond != nil || self.burstPeriod != nil
    }

    /// The condition of what is sent, which passes without bursts.
    var ofSent: LinkCondition {
        var condition = self
        condition.burstPeriod = nil
        return condition
    }
}

/// Why a link was cut on purpose.
package struct LinkCut: Error, Hashable, Sendable {
    /// How it ended, and that this was on purpose; not a sentence.
    package var text: String
    /// Whether it ended with a reset, for both ends, instead of a FIN.
    package var resets: Bool

    package init(_ text: String, resets: Bool = false) {
        self.text = text
        self.resets = resets
    }
}
