import BuoyDashboard
import BuoySessions
import Channels
import ChannelsProtocol
import ChannelsSigning

/// Opens several connections to the same server, publishes, and compares what each receives.
actor FleetRun {
    private var check: FleetCheck
    private let sessions: [ServerSession]
    private let question: APIQuestion
    private let probe: ConnectionCheck.ProbeEvent
    private var hasPublished = false

    init(
        _ target: ServerTarget, count: Int, _ question: APIQuestion,
        _ probe: ConnectionCheck.ProbeEvent
    ) throws {
        var target = target
        target.channels = target.channels.filter { $0 != probe.channel } + [probe.channel]
        self.sessions = try (1...max(count, 1)).map { number in
            var member = target
            member.options.authMethod = target.options.authMethod.asMember(number)
            return try ServerSession(member, limits: .skipping)
        }
        self.check = FleetCheck(count, channels: target.channels, probe: probe)
        self.question = question
        self.probe = probe
    }

    func run(timeLimit: Duration) async -> (steps: [CheckStep], failure: CheckFailure?) {
        await withDiscardingTaskGroup { group in
            for session in self.sessions { group.addTask { await session.run() } }
            await withTaskGroup(of: Bool.self) { group in
                for index in self.sessions.indices {
                    group.addTask { await self.follow(index) }
                }
                group.addTask {
                    try? await Task.sleep(for: timeLimit)
                    return true
                }
                for await isOver in group where isOver { break }
                group.cancelAll()
            }
            for session in self.sessions { await session.stop() }
        }
        return self.check.result
    }

    private func follow(_ index: Int) async -> Bool {
        for await batch in self.sessions[index].events {
            for event in batch { self.check.reported(event, by: index) }
            if self.check.isReady, !self.hasPublished {
                self.hasPublished = true
                await self.publish()
            }
            if self.check.isComplete { return true }
        }
        return self.check.isComplete
    }

    private func publish() async {
        for number in 0..<FleetCheck.events {
            let error = await self.question.publish(
                self.check.data(number), on: self.probe.channel)
            if let error { return self.check.notPublished(error) }
        }
    }
}

extension AuthMethod {
    /// The same method, with a separate user for each connection if the program names users.
    fileprivate func asMember(_ number: Int) -> AuthMethod {
        guard case .inline(let secret, _, let masterKey) = self else { return self }
        return .inline(
            secret: secret, user: { _, _ in PresenceUser(id: "buoy-check-\(number)") },
            masterKey: masterKey)
    }
}
