import Channels
import ChannelsProtocol
import Dashboard
import DashboardPanes

/// Carries out the dashboard's effects on the client.
struct EffectRunner {
    let client: ChannelsClient

    /// - Returns: an action for the dashboard, such as a failure.
    func run(_ effect: ClientEffect) async -> Action? {
        switch effect {
        case .subscribe(let channel): await self.client.subscribe(channel)
        case .unsubscribe(let channel): await self.client.unsubscribe(channel)
        case .resubscribe(let channel): await self.client.resubscribe(channel)
        case .bind(let event, let channel): await self.client.bind(event, on: channel)
        case .unbind(let id): await self.client.unbind(id)
        case .setBinding(let id, let isEnabled):
            await self.client.setBinding(id, isEnabled: isEnabled)
        case .trigger(let event): return await self.trigger(event, effect)
        case .connect: await self.client.connect()
        case .reconnect: await self.client.reconnect()
        // Later effects must not wait until the server has acknowledged this.
        case .disconnect: await self.client.beginDisconnecting()
        case .ping: await self.client.ping()
        case .setPolicy(let name): return await self.setPolicy(name, effect)
        }
        return nil
    }

    private func setPolicy(_ name: String, _ effect: ClientEffect) async -> Action {
        // The policy of the arguments may have a delay of its own.
        let own = self.client.options.policy
        guard let policy = own.name == name ? own : ReconnectionPolicy.named(name) else {
            return .effectFailed(.client(effect), "there is no policy with this name")
        }
        await self.client.setPolicy(policy)
        return .policyChanged(name)
    }

    private func trigger(_ event: ChannelEvent, _ effect: ClientEffect) async -> Action? {
        guard let channel = event.channel else { return nil }
        do throws(ChannelsError) {
            // Queued events are reported by `.clientEventQueued`.
            try await self.client.trigger(event.name, on: channel, data: event.data)
            return nil
        } catch {
            return .effectFailed(.client(effect), error.description)
        }
    }
}
