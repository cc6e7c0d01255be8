import BuoyScripts
import ChannelsProtocol

/// The clients of one profile, or of a whole fleet, on one server.
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
        seed: UInt64 = 1, capacity: LabCapacity? = nil, roundTrip: Duration? = nil
    ) {
        let clients = min(max(clients, 1), Self.mostClients)
        let tally = Self.play(
            script, [(profile, clients)], hasJitter: hasJitter, seed, capacity, roundTrip)[0]
        self.init(
            profile.name, tally, hasJitter: hasJitter, isRecorded: profile.isRecorded, capacity)
    }

    /// Plays a fleet. Returns a herd for each profile, then one for all clients.
    static func parts(
        _ script: FaultScript, of fleet: LabFleet, seed: UInt64, capacity: LabCapacity?,
        roundTrip: Duration?
    ) -> [LabHerd] {
        let tallies = Self.play(script, fleet, hasJitter: true, seed, capacity, roundTrip)
        let parts = zip(fleet, tallies).map { part, tally in
            LabHerd(
                part.profile.name, tally, hasJitter: part.profile.hasJitter,
                isRecorded: part.profile.isRecorded, capacity)
        }
        let all = tallies.dropFirst().reduce(tallies[0]) { $0.adding($1) }
        let hasJitter = fleet.contains { $0.profile.hasJitter }
        return parts + [LabHerd("all", all, hasJitter: hasJitter, isRecorded: true, capacity)]
    }

    private static func play(
        _ script: FaultScript, _ fleet: LabFleet, hasJitter: Bool, _ seed: UInt64,
        _ capacity: LabCapacity?, _ roundTrip: Duration?
    ) -> [HerdTally] {
        var simulation = LabSimulation(
            script, fleet, hasJitter: hasJitter, seed: seed, capacity: capacity,
            roundTrip: roundTrip ?? LabServer.nearby, observer: HerdObserver(script, fleet))
        simulation.run()
        return simulation.observer.tallies
    }

    private init(
        _ name: String, _ tally: HerdTally, hasJitter: Bool, isRecorded: Bool,
        _ capacity: LabCapacity?
    ) {
        self.name = name
        self.isRecorded = isRecorded
        self.clients = tally.outages.count
        self.hasJitter = hasJitter
        self.attempts = tally.attempts
        self.connected = tally.connected
        self.gaveUp = tally.gaveUp
        self.wasted = tally.wasted
        self.backInTime = tally.backInTime
        self.load = capacity.map(tally.load)
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

/// The counts of one profile's clients.
private struct HerdTally {
    private(set) var attempts: [Int]
    private(set) var gaveUp = 0
    /// By second; changes before the script count in the first.
    private var changes: [Int]
    private var establishedCount = 0
    private var asked: [Int]
    private var refused = 0
    private var late = 0
    private(set) var outages: [Outage]

    struct Outage {
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

    func adding(_ other: HerdTally) -> HerdTally {
        var sum = self
        sum.attempts = zip(self.attempts, other.attempts).map(+)
        sum.changes = zip(self.changes, other.changes).map(+)
        sum.asked = zip(self.asked, other.asked).map(+)
        sum.gaveUp += other.gaveUp
        sum.establishedCount += other.establishedCount
        sum.refused += other.refused
        sum.late += other.late
        sum.outages += other.outages
        return sum
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
        }
    }

    private mutating func established(_ client: Int, at time: Duration) {
        self.changes[self.second(of: time)] += 1
        if time >= .zero { self.establishedCount += 1 }
        guard let start = self.outages[client].start else { return }
        self.outages[client].start = nil
        if time - start > LabHerd.historyTime { self.outages[client].wasLong = true }
    }

    mutating func noteAsked(at time: Duration) {
        if time >= .zero { self.asked[self.second(of: time)] += 1 }
    }

    mutating func noteRefused() { self.refused += 1 }

    mutating func noteLate() { self.late += 1 }
}

private struct HerdObserver: LabObserver {
    private(set) var tallies: [HerdTally]
    /// The index of the first client of each part.
    private let starts: [Int]

    init(_ script: FaultScript, _ fleet: LabFleet) {
        self.tallies = fleet.map { HerdTally(script, clients: $0.clients) }
        self.starts = fleet.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.clients) }.dropLast()
    }

    private func part(of client: Int) -> Int {
        self.tallies.count == 1 ? 0 : self.starts.lastIndex { $0 <= client } ?? 0
    }

    mutating func note(_ report: LabClient.Report, of client: Int, at time: Duration) {
        let part = self.part(of: client)
        self.tallies[part].note(report, of: client - self.starts[part], at: time)
    }

    mutating func noteAsked(_ client: Int, at time: Duration) {
        self.tallies[self.part(of: client)].noteAsked(at: time)
    }

    mutating func noteRefused(_ client: Int) { self.tallies[self.part(of: client)].noteRefused() }

    mutating func noteLate(_ client: Int) { self.tallies[self.part(of: client)].noteLate() }
}
