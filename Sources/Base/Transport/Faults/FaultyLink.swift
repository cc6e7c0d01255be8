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

    /// The condition of all links, of those that are open and of those to come.
    package var condition: LinkCondition { self.state.withLock { $0.condition } }

    /// Changes the condition of all links.
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

    /// Ends each connection when it has received the next bytes, but for the last of them.
    package func truncate(_ cut: LinkCut) {
        for channel in self.channels {
            channel.eventLoop.execute {
                (try? Self.handler(of: channel, isNeeded: true))?.truncate(cut)
            }
        }
    }

    /// Takes in a channel that is about to connect. Called on its event loop.
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
        // A channel that has ended needs nothing.
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
