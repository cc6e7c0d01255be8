import BuoyDashboard
import Channels
import ChannelsProtocol

extension SessionSource {
    func run(_ effect: ClientEffect, _ shown: LoopDashboard) async {
        let client = self.session.client
        switch effect {
        case .subscribe(let channel): await client.subscribe(channel)
        case .unsubscribe(let channel): await client.unsubscribe(channel)
        case .resubscribe(let channel): await client.resubscribe(channel)
        case .bind(let event, let channel): await client.bind(event, on: channel)
        case .unbind(let id): await client.unbind(id)
        case .setBinding(let id, let isEnabled): await client.setBinding(id, isEnabled: isEnabled)
        case .trigger(let event): await self.trigger(event, effect, shown)
        case .connect: await client.connect()
        case .reconnect: await client.reconnect()
        // Later effects must not wait until the server has acknowledged this.
        case .disconnect: await client.beginDisconnecting()
        case .ping: await client.ping()
        case .setPolicy(let name): await self.setPolicy(name, effect, shown)
        }
    }

    private func setPolicy(
        _ name: String, _ effect: ClientEffect, _ shown: LoopDashboard
    ) async {
        let client = self.session.client
        // The policy of the arguments may have its own delay.
        let own = client.options.policy
        guard let policy = own.name == name ? own : ReconnectionPolicy.named(name) else {
            return shown.handle(
                .effectFailed(.client(effect), "unknown reconnection policy"))
        }
        await client.setPolicy(policy)
        shown.handle(.policyChanged(name))
    }

    private func trigger(
        _ event: ChannelsEvent, _ effect: ClientEffect, _ shown: LoopDashboard
    ) async {
        guard let channel = event.channel else { return }
        do throws(ChannelsError) {
            // Queued events are reported by `.clientEventQueued`.
            try await self.session.client.trigger(event.name, on: channel, data: event.data)
        } catch {
            shown.handle(.effectFailed(.client(effect), error.description))
        }
    }
}
