import BuoyScripts
import ChannelsProtocol

struct LabHerd: Hashable, Sendable {
    let name: String
    private let isRecorded: Bool
    let clients: Int
    let hasJitter: Bool
    /// By second of the script.
    let attempts: [Int]
    let connected: [Int]
    let gaveUp: Int
    let wasted: Int
    /// How many clients were never without a connection for more than `historyTime`.
    let backInTime: Int
    let load: LabLoad?

    /// The largest number of clients; each keeps about a kilobyte.
    static let mostClients = 100_000

    /// How long servers that keep a history hand it to clients that come back, as Ably
    /// (connectionStateTtl) and Socket.IO (maxDisconnectionDuration) do by default.
    static let historyTime = Duration.seconds(120)

    init(
        _ script: FaultScript, _ profile: LabProfile, clients: Int, hasJitter: Bool = true,
        seed: UInt64 = 1, capacity: LabCapacity? = nil,
        roundTrip: Duration? = nil
    ) {
        let clients = min(max(clients, 1), Self.mostClients)
        var simulation = LabSimulation(
            script, [(profile, clients)], hasJitter: hasJitter, seed: seed,
            capacity: capacity, roundTrip: roundTrip ?? LabServer.nearby,
            observer: HerdObserver(script, clients: clients))
        simulation.run()
        self.name = profile.name
        self.isRecorded = profile.isRecorded
        self.clients = clients
        self.hasJitter = hasJitter
        self.attempts = simulation.observer.attempts
        self.connected = simulation.observer.connected
        self.gaveUp = simulation.observer.gaveUp
        self.wasted = simulation.observer.wasted
        self.backInTime = simulation.observer.backInTime
        self.load = capacity.map { simulation.observer.load($0) }
    }

    var title: String { LabProfile.title(self.name, isRecorded: self.isRecorded) }

    var peak: Int { self.attempts.max() ?? 0 }

    var totalAttempts: Int { self.attempts.reduce(0, +) }

    func second(connecting share: Double) -> Int? {
        let wanted = Double(self.clients) * share
        guard let last = self.connected.lastIndex(where: { Double($0) < wanted }) else { return 0 }
        return last + 1 < self.connected.count ? last + 1 : nil
    }
}

private struct HerdObserver: LabObserver {
    private(set) var attempts: [Int]
    private(set) var gaveUp = 0
    /// By second; changes before the script count in the first.
    private var changes: [Int]
    private var establishedCount = 0
    private var asked: [Int]
    private var refused = 0
    private var late = 0
    private var outages: [Outage]

    private struct Outage {
        var start: Duration?
        var wasLong = false
    }

    init(_ script: FaultScript, clients: Int) {
        let seconds = Int(script.duration.components.seconds)
        self.attempts = [Int](repeating: 0, count: max(seconds, 1))
        self.changes = self.attempts
        self.asked = self.attempts
        let start: Duration? = script.isConnected ? nil : .zero
        self.outages = [Outage](repeating: Outage(start: start), count: clients)
    }

    var connected: [Int] {
        var sum = 0
        return self.changes.map { change in
            sum += change
            return sum
        }
    }

    var wasted: Int { self.attempts.reduce(0, +) - self.establishedCount }

    var backInTime: Int { self.outages.count { $0.start == nil && !$0.wasLong } }

    func load(_ capacity: LabCapacity) -> LabLoad {
        LabLoad(capacity: capacity, asked: self.asked, refused: self.refused, late: self.late)
    }

    private func second(of time: Duration) -> Int {
        min(max(Int(time.components.seconds), 0), self.attempts.count - 1)
    }

    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration) {
        switch report {
        case .attempted:
            if time >= .zero { self.attempts[self.second(of: time)] += 1 }
        case .changed(let change):
            if change.current == .connected { self.established(client, at: time) }
            if change.previous == .connected {
                self.changes[self.second(of: time)] -= 1
                self.outages[client].start = time
            }
            if change.current == .failed { self.gaveUp += 1 }
        case .scheduled:
            break
        }
    }

    private mutating func established(_ client: Int, at time: Duration) {
        self.changes[self.second(of: time)] += 1
        if time >= .zero { self.establishedCount += 1 }
        guard let start = self.outages[client].start else { return }
        self.outages[client].start = nil
        if time - start > LabHerd.historyTime { self.outages[client].wasLong = true }
    }

    mutating func noteAsked(isRefused: Bool, of client: Int, at time: Duration) {
        guard time >= .zero else { return }
        self.asked[self.second(of: time)] += 1
        if isRefused { self.refused += 1 }
    }

    mutating func noteLate(_ client: Int) { self.late += 1 }
}
