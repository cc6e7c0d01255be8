package import BuoyScripts
import ChannelsEventWords

package struct LabReport: Hashable, Sendable {
    let script: FaultScript
    let timelines: [LabTimeline]
    let herds: [LabHerd]

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
    }

    /// A policy without jitter is played once. With a capacity, the script is played until ten
    /// minutes after its last fault, because a queue takes its time.
    package init(
        _ script: FaultScript, _ profiles: [LabProfile], clients: Int, jitters: [Bool],
        seed: UInt64, capacity: LabCapacity? = nil, roundTrip: Duration? = nil
    ) {
        var script = script
        if capacity != nil, let end = script.end {
            script.duration = max(script.duration, min(end + .seconds(600), FaultScript.longest))
        }
        self.script = script
        self.timelines = []
        self.herds = profiles.flatMap { profile in
            (profile.hasJitter ? jitters : [false]).map {
                LabHerd(
                    script, profile, clients: clients, hasJitter: $0, seed: seed,
                    capacity: capacity, roundTrip: roundTrip)
            }
        }
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
            "\(self.name), \(Figures.counted(self.clients, "client")), \(self.hasJitter ? "with" : "without") jitter"
    }

    var shares: [(name: String, second: Int?)] {
        [("half", 0.5), ("99%", 0.99), ("all", 1)].map { ($0, self.second(connecting: $1)) }
    }
}
