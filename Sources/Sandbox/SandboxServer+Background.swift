internal import ChannelsProtocol

// Periodic work: timeouts and bots.
extension SandboxServer {
    func runBackground() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runTicks() }
            group.addTask { await self.runScenario() }
            group.addTask { await self.runReplies() }
            group.addTask { await self.runLateFrames() }
        }
    }

    private func runTicks() async {
        while (try? await self.clock.sleep(.seconds(1))) != nil {
            self.perform(self.hub.ticked(at: self.clock.uptime()))
            if self.hasGivenUp { FreedMemory.giveBack() }
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
            self.perform([.sendRaw(frame.bytes, to: frame.receivers.filter(self.hub.isConnected))])
        }
    }

    private func perform(_ action: BotAction) {
        let now = self.clock.uptime()
        switch action {
        case .publish(let publication): self.perform(self.hub.publish(publication, at: now))
        case .burst(let publications):
            self.perform(publications.flatMap { self.hub.publish($0, at: now) })
        case .seal(let publication, let nonce):
            self.perform(self.hub.publishSealed(publication, nonce: nonce, at: now))
        // Bots are signed in for as long as they are on their channel.
        case .join(let member, let channel):
            self.perform(self.hub.memberJoined(member, on: channel) + self.hub.userCame(member.id))
        case .leave(let id, let channel):
            self.perform(self.hub.memberLeft(id, on: channel) + self.hub.userLeft(id))
        case .trigger(let event): self.perform(self.hub.botTriggered(event))
        }
    }
}
