package import BuoyScripts
import ChannelsEventWords

/// What the laboratory found: timelines of single clients, or herds.
package struct LabReport: Hashable, Sendable {
    /// What was played.
    let script: FaultScript
    /// One client of each profile; empty for herds.
    let timelines: [LabTimeline]
    /// Many clients of each profile; empty for timelines.
    let herds: [LabHerd]

    /// Plays a script with one client of each profile.
    /// - Parameters:
    ///   - seed: the seed of the jitter; `nil` for the middle delays.
    ///   - roundTrip: how far away the server is; `nil` for one nearby.
    init(
        _ script: FaultScript, _ profiles: [LabProfile], seed: UInt64?, roundTrip: Duration? = nil
    ) {
        self.script = script
        self.timelines = profiles.map {
            LabTimeline(script, $0, seed: seed, roundTrip: roundTrip)
        }
        self.herds = []
    }

    /// Plays a script with many clients of each profile, with and without jitter as asked. A
    /// policy that has no jitter is played once.
    /// - Parameter capacity: that of the server; `nil` for no limit. With one, the script is played
    ///   until ten minutes after its last fault, because a queue takes its time.
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
    /// When a silent link is noticed by which client; `nil` if none is silent for so long. That
    /// depends on when the last ping was, so it is a range.
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
    /// `30s to 2m30s`
    var words: String {
        "\(Figures.duration(self.lowerBound)) to \(Figures.duration(self.upperBound))"
    }
}

extension LabHerd {
    /// A heading: `standard, 500 clients, with jitter`.
    var heading: String {
        return
            "\(self.name), \(Figures.counted(self.clients, "client")), \(self.hasJitter ? "with" : "without") jitter"
    }

    /// When half, 99 % and all of the clients were connected for good.
    var shares: [(name: String, second: Int?)] {
        [("half", 0.5), ("99%", 0.99), ("all", 1)].map { ($0, self.second(connecting: $1)) }
    }
}
