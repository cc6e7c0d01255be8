import ChannelsProtocol
package import Scripts

/// What many clients of one kind do to a server while a script is played.
package struct LabHerd: Hashable, Sendable {
    /// The name of the policy.
    package let name: String
    /// How many clients there are.
    package let clients: Int
    /// Whether their delays have jitter.
    package let hasJitter: Bool
    /// How many attempts began in each second of the script.
    package let attempts: [Int]
    /// How many clients were connected at the end of each second.
    package let connected: [Int]
    /// How many clients stopped trying.
    package let gaveUp: Int

    /// The largest number of clients; each keeps about a kilobyte.
    package static let mostClients = 100_000

    /// Plays a script with many clients.
    /// - Parameter roundTrip: how far away the server is; `nil` for one nearby.
    package init(
        _ script: FaultScript, _ profile: LabProfile, clients: Int, hasJitter: Bool = true,
        seed: UInt64 = 1, roundTrip: Duration? = nil
    ) {
        let clients = min(max(clients, 1), Self.mostClients)
        var simulation = LabSimulation(
            script, profile, clients: clients, hasJitter: hasJitter, seed: seed,
            roundTrip: roundTrip ?? LabServer.nearby,
            observer: HerdObserver(seconds: Int(script.duration.components.seconds)))
        simulation.run()
        self.name = profile.name
        self.clients = clients
        self.hasJitter = hasJitter
        self.attempts = simulation.observer.attempts
        self.connected = simulation.observer.connected
        self.gaveUp = simulation.observer.gaveUp
    }

    /// The most attempts of one second.
    package var peak: Int { self.attempts.max() ?? 0 }

    /// All attempts.
    package var totalAttempts: Int { self.attempts.reduce(0, +) }

    /// The first second at whose end this share of the clients is connected and stays so; `nil` if
    /// there is none.
    package func second(connecting share: Double) -> Int? {
        let wanted = Double(self.clients) * share
        guard let last = self.connected.lastIndex(where: { Double($0) < wanted }) else { return 0 }
        return last + 1 < self.connected.count ? last + 1 : nil
    }
}

/// Counts what many clients do.
private struct HerdObserver: LabObserver {
    private(set) var attempts: [Int]
    private(set) var gaveUp = 0
    /// The changes of the number of connected clients in each second; before the script, in the
    /// first.
    private var changes: [Int]

    init(seconds: Int) {
        self.attempts = [Int](repeating: 0, count: max(seconds, 1))
        self.changes = self.attempts
    }

    var connected: [Int] {
        var sum = 0
        return self.changes.map { change in
            sum += change
            return sum
        }
    }

    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration) {
        let second = min(Int(time.components.seconds), self.attempts.count - 1)
        switch report {
        case .attempted:
            if time >= .zero { self.attempts[second] += 1 }
        case .changed(let change):
            if change.current == .connected { self.changes[max(second, 0)] += 1 }
            if change.previous == .connected { self.changes[max(second, 0)] -= 1 }
            if change.current == .failed { self.gaveUp += 1 }
        case .scheduled:
            break
        }
    }
}
