internal import Channels
internal import ChannelsProtocol
internal import Dashboard

/// Makes the dashboard's effects calls of the client.
struct EffectRunner {
    let client: ChannelsClient

    /// Carries out what concerns the client.
    ///
    /// - Returns: what to tell the dashboard when it could not be done.
    func run(_ effect: Effect) async -> Action? {
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
        // What comes next must not wait until the server has acknowledged it.
        case .disconnect: await self.client.beginDisconnecting()
        case .setPolicy(let name): return await self.setPolicy(name, effect)
        // These concern the terminal and files: `DashboardLoop`.
        case .quit, .suspend, .redraw, .copy, .export, .saveScreen, .showPlain, .showTheme,
            .setMouse, .saveSettings, .reload:
            break
        }
        return nil
    }

    private func setPolicy(_ name: String, _ effect: Effect) async -> Action {
        guard let policy = ReconnectionPolicy.named(name) else {
            return .effectFailed(effect, "there is no policy of this name")
        }
        await self.client.setPolicy(policy)
        return .notice(.success, "reconnects from now on as \(name) does")
    }

    private func trigger(_ event: ChannelEvent, _ effect: Effect) async -> Action? {
        guard let channel = event.channel else { return nil }
        do throws(ChannelsError) {
            // What waits is told by `.clientEventQueued`.
            try await self.client.trigger(event.name, on: channel, data: event.data)
            return nil
        } catch {
            return .effectFailed(effect, error.description)
        }
    }
}
