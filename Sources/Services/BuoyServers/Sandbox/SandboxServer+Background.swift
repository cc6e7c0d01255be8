import ChannelsBasics
import ChannelsProtocol

extension SandboxServer {
    func runBackground() async {
        await withDiscardingTaskGroup { group in
            for sender in self.tenants.flatMap(\.webhooks) {
                group.addTask { await sender.run() }
            }
            group.addTask { await self.runTicks() }
            group.addTask { await self.runScenario() }
            group.addTask { await self.runReplies() }
            group.addTask { await self.runLateFrames() }
        }
    }

    private func runTicks() async {
        while (try? await self.clock.sleep(.seconds(1))) != nil {
            let now = self.clock.uptime()
            for tenant in self.tenants.indices { self.ask(tenant) { $0.ticked(at: now) } }
            if self.hasGivenUp { ProcessMemory.giveBackFreed() }
            self.hasGivenUp = false
        }
    }

    private func runScenario() async {
        var pace = ScenarioPace(startingAt: self.clock.uptime())
        while let step = self.scenario?.next() {
            let delay = pace.wait(for: step.at, at: self.clock.uptime())
            guard (try? await self.clock.sleep(delay)) != nil else { return }
            self.perform(step.action)
        }
    }

    private func runReplies() async {
        for await reply in self.replies.stream {
            guard (try? await self.clock.sleep(reply.delay)) != nil else { return }
            self.perform(reply.action)
        }
    }

    private func runLateFrames() async {
        for await frame in self.lateFrames.stream {
            let delay = max(.zero, frame.due - self.clock.uptime())
            guard (try? await self.clock.sleep(delay)) != nil else { return }
            // A connection that was silenced in the meantime stays silent.
            let receivers = frame.receivers.filter { id in
                self.sockets[id].map { self.tenants[$0.tenant].hub.isConnected(id) } ?? false
            }
            self.perform([.sendRaw(frame.bytes, to: receivers)], for: 0)
        }
    }

    private func perform(_ action: BotAction) {
        let now = self.clock.uptime()
        self.ask(0) { hub in
            switch action {
            case .publish(let publication): return hub.publish(publication, at: now)
            case .burst(let publications):
                return publications.flatMap { hub.publish($0, at: now) }
            case .seal(let publication, let nonce):
                return hub.publishSealed(publication, nonce: nonce, at: now)
            // Bots are signed in for as long as they are on their channel.
            case .join(let member, let channel):
                return hub.memberJoined(member, on: channel) + hub.userCame(member.id)
            case .leave(let id, let channel):
                return hub.memberLeft(id, on: channel) + hub.userLeft(id)
            case .trigger(let event): return hub.botTriggered(event, at: now)
            }
        }
    }
}

/// How long to wait for each step of a scenario. Steps missed while the machine was suspended
/// are not made up for: the scenario continues where it stopped.
struct ScenarioPace: Hashable, Sendable {
    /// When the scenario started, adjusted for suspensions.
    private var start: Duration

    init(startingAt now: Duration) { self.start = now }

    /// The maximum delay that is caught up with.
    static let tolerance = Duration.seconds(2)

    mutating func wait(for step: Duration, at now: Duration) -> Duration {
        let delay = self.start + step - now
        if delay < .zero - Self.tolerance { self.start -= delay }
        return max(delay, .zero)
    }
}
