package import BuoyScripts
import ChannelsEventWords

package struct LabReport: Hashable, Sendable {
    let script: FaultScript
    let timelines: [LabTimeline]
    let herds: [LabHerd]
    /// Whether the herds share one server. Otherwise, each has a separate one.
    let isFleet: Bool

    /// - Parameter seed: of the jitter; `nil` for the middle delays.
    init(
        _ script: FaultScript, _ profiles: [LabProfile], seed: UInt64?, roundTrip: Duration? = nil
    ) {
        self.script = script
        self.timelines = profiles.map {
            LabTimeline(
                script, $0, seed: $0.isWithoutJitter ? nil : seed, roundTrip: roundTrip)
        }
        self.herds = []
        self.isFleet = false
    }

    init(_ script: FaultScript, herds: [LabHerd], isFleet: Bool) {
        self.script = script
        self.timelines = []
        self.herds = herds
        self.isFleet = isFleet
    }

    /// Plays the herds one after another.
    package init(
        _ script: FaultScript, _ profiles: [LabProfile], clients: Int, jitters: [Bool],
        seed: UInt64, capacity: LabCapacity? = nil, roundTrip: Duration? = nil
    ) {
        let plan = LabPlan(
            script, profiles, clients: clients, jitters: jitters, seed: seed, capacity: capacity,
            roundTrip: roundTrip)
        self.init(plan.script, herds: plan.rows.flatMap { plan.play($0) }, isFleet: false)
    }
}

/// Herds that can be played in parallel.
struct LabPlan: Sendable {
    struct Row: Sendable {
        let fleet: LabFleet
        let hasJitter: Bool
    }

    private(set) var script: FaultScript
    let rows: [Row]
    private let seed: UInt64
    private let capacity: LabCapacity?
    private let roundTrip: Duration?

    /// A policy without jitter is played once.
    init(
        _ script: FaultScript, _ profiles: [LabProfile], clients: Int, jitters: [Bool],
        seed: UInt64, capacity: LabCapacity?, roundTrip: Duration?
    ) {
        let rows = profiles.flatMap { profile in
            (profile.hasJitter ? jitters : [false]).map {
                Row(fleet: [(profile, clients)], hasJitter: $0)
            }
        }
        self.init(script, rows, seed: seed, capacity: capacity, roundTrip: roundTrip)
    }

    init(
        _ script: FaultScript, fleet: LabFleet, seed: UInt64, capacity: LabCapacity?,
        roundTrip: Duration?
    ) {
        let rows = [Row(fleet: fleet, hasJitter: true)]
        self.init(script, rows, seed: seed, capacity: capacity, roundTrip: roundTrip)
    }

    /// With a capacity, the script is played until ten minutes after its last fault, because
    /// queues empty slowly.
    private init(
        _ script: FaultScript, _ rows: [Row], seed: UInt64, capacity: LabCapacity?,
        roundTrip: Duration?
    ) {
        self.script = script
        self.rows = rows
        self.seed = seed
        self.capacity = capacity
        self.roundTrip = roundTrip
        guard capacity != nil, let end = script.end else { return }
        self.script.duration = max(script.duration, min(end + .seconds(600), FaultScript.longest))
    }

    var isFleet: Bool { self.rows.first.map { $0.fleet.count > 1 } ?? false }

    func play(_ row: Row) -> [LabHerd] {
        guard row.fleet.count == 1, let part = row.fleet.first else {
            return LabHerd.parts(
                self.script, of: row.fleet, seed: self.seed, capacity: self.capacity,
                roundTrip: self.roundTrip)
        }
        return [
            LabHerd(
                self.script, part.profile, clients: part.clients, hasJitter: row.hasJitter,
                seed: self.seed, capacity: self.capacity, roundTrip: self.roundTrip)
        ]
    }

    /// - Parameter ready: receives the herds in order, each as soon as it and all earlier ones
    ///   have been played, and the report so far.
    @concurrent
    func run(
        _ ready: @Sendable ([LabHerd], LabReport) throws -> Void = { _, _ in }
    ) async throws -> LabReport {
        try await withThrowingTaskGroup(of: (Int, [LabHerd]).self) { group in
            for (index, row) in self.rows.enumerated() {
                group.addTask { (index, self.play(row)) }
            }
            var played = [[LabHerd]?](repeating: nil, count: self.rows.count)
            var shown = 0
            for try await (index, herds) in group {
                played[index] = herds
                while shown < played.count, let next = played[shown] {
                    shown += 1
                    try ready(next, self.report(played.prefix(shown)))
                }
            }
            return self.report(played[...])
        }
    }

    private func report(_ herds: ArraySlice<[LabHerd]?>) -> LabReport {
        LabReport(self.script, herds: herds.flatMap { $0 ?? [] }, isFleet: self.isFleet)
    }
}

extension LabReport {
    /// When each client notices a silent link: a range, by when its last ping was.
    var silenceNote: String? {
        guard self.timelines.contains(where: { $0.noticesSilence != nil }) else { return nil }
        var groups: [(range: ClosedRange<Duration>?, names: [String])] = []
        for timeline in self.timelines {
            if let index = groups.firstIndex(where: { $0.range == timeline.noticesSilence }) {
                groups[index].names.append(timeline.name)
            } else {
                groups.append((timeline.noticesSilence, [timeline.name]))
            }
        }
        let texts = groups.map {
            "\($0.range?.words ?? "never") (\($0.names.joined(separator: ", ")))"
        }
        return
            "Pings detect a silent link after \(texts.joined(separator: "; ")). Timelines assume "
            + "that the last ping was just before the script."
    }
}

extension ClosedRange<Duration> {
    var words: String {
        "\(Figures.duration(self.lowerBound)) to \(Figures.duration(self.upperBound))"
    }
}

extension LabHerd {
    var heading: String {
        return
            "\(self.title), \(Figures.counted(self.clients, "client")), \(self.hasJitter ? "with" : "without") jitter"
    }

    var shares: [(name: String, second: Int?)] {
        [("half", 0.5), ("99%", 0.99), ("all", 1)].map { ($0, self.second(connecting: $1)) }
    }
}
