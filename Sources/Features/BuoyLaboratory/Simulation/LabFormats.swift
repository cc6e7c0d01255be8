import BuoyScripts
import ChannelsBasics
import ChannelsProtocol

extension LabReport {
    /// Times are in seconds.
    var json: String {
        var writer = JSONTextWriter<RequiredJSONEscaping>()
        writer.object { json in
            json.key("version")
            json.integer(1)
            json.key("script")
            json.object { self.writeScript(&$0) }
            json.key("timelines")
            json.array { json in
                for timeline in self.timelines { json.object { Self.write(timeline, to: &$0) } }
            }
            json.key("herds")
            json.array { json in
                for herd in self.herds { json.object { self.write(herd, to: &$0) } }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private typealias Writer = JSONTextWriter<RequiredJSONEscaping>

    private func writeScript(_ json: inout Writer) {
        json.key("name")
        json.string(self.script.name)
        json.key("duration")
        json.seconds(self.script.duration)
        json.key("connected")
        json.bool(self.script.isConnected)
        json.key("steps")
        json.array { json in
            for step in self.script.steps {
                json.object { json in
                    json.key("at")
                    json.seconds(step.start)
                    json.key("fault")
                    json.string(step.fault.words)
                    guard let duration = step.duration else { return }
                    json.key("for")
                    json.seconds(duration)
                    guard let batches = step.batches else { return }
                    json.key("batches")
                    json.integer(batches)
                }
            }
        }
    }

    private static func write(_ timeline: LabTimeline, to json: inout Writer) {
        json.key("policy")
        json.string(timeline.name)
        json.key("attempts")
        json.array { json in for attempt in timeline.attempts { json.seconds(attempt) } }
        json.key("without_events")
        json.seconds(timeline.timeWithoutEvents)
        if let recovery = timeline.recovery {
            json.key("recovery")
            json.seconds(recovery)
        }
        if let range = timeline.noticesSilence {
            json.key("notices_silence")
            json.array { json in
                json.seconds(range.lowerBound)
                json.seconds(range.upperBound)
            }
        }
        json.key("gave_up")
        json.bool(timeline.gaveUp)
        json.key("states")
        json.array { json in
            for span in timeline.spans {
                json.object { json in
                    json.key("state")
                    json.string(span.state.rawValue)
                    json.key("start")
                    json.seconds(span.start)
                    json.key("end")
                    json.seconds(span.end)
                    json.key("cause")
                    json.string(span.cause)
                }
            }
        }
    }

    private func write(_ herd: LabHerd, to json: inout Writer) {
        json.key("policy")
        json.string(herd.name)
        json.key("clients")
        json.integer(herd.clients)
        json.key("jitter")
        json.bool(herd.hasJitter)
        json.key("gave_up")
        json.integer(herd.gaveUp)
        json.key("attempts_per_second")
        json.array { json in for count in herd.attempts { json.integer(count) } }
        json.key("connected")
        json.array { json in for count in herd.connected { json.integer(count) } }
        json.key("wasted")
        json.integer(herd.wasted)
        json.key("back_in_two_minutes")
        json.integer(herd.backInTime)
        for (key, share) in [("half_after", 0.5), ("most_after", 0.99), ("all_after", 1)] {
            guard let seconds = self.seconds(until: share, of: herd) else { continue }
            json.key(key)
            json.integer(seconds)
        }
        guard let load = herd.load else { return }
        json.key("load")
        json.object { Self.write(load, to: &$0) }
    }

    private static func write(_ load: LabLoad, to json: inout Writer) {
        json.key("capacity")
        json.raw(Array(load.capacity.rate.utf8))
        json.key("backlog")
        json.integer(load.capacity.backlog)
        json.key("queue")
        json.integer(load.capacity.queue)
        json.key("when_full")
        json.string(load.capacity.overflow.rawValue)
        json.key("refused")
        json.integer(load.refused)
        json.key("late")
        json.integer(load.late)
        json.key("asked_per_second")
        json.array { json in for count in load.asked { json.integer(count) } }
    }

    /// Rows of comma-separated values (RFC 4180) with a heading: the periods of timelines, the
    /// seconds of herds, or with a capacity the table of herds.
    var csv: String {
        let rows =
            self.herds.isEmpty
            ? self.periodRows
            : self.herds.contains { $0.load != nil } ? self.tableRows : self.secondRows
        return rows.map { $0.map(Self.field).joined(separator: ",") }.joined(separator: "\r\n")
            + "\r\n"
    }

    private var periodRows: [[String]] {
        [["policy", "start", "end", "state", "cause"]]
            + self.timelines.flatMap { timeline in
                timeline.spans.map {
                    [
                        timeline.name, $0.start.secondsText, $0.end.secondsText,
                        $0.state.rawValue, $0.cause,
                    ]
                }
            }
    }

    private var secondRows: [[String]] {
        [["policy", "jitter", "second", "attempts", "connected"]]
            + self.herds.flatMap { herd in
                zip(herd.attempts, herd.connected).enumerated().map {
                    [
                        herd.name, "\(herd.hasJitter)", "\($0)", "\($1.0)", "\($1.1)",
                    ]
                }
            }
    }

    private var tableRows: [[String]] {
        let names = [
            "policy", "jitter", "clients", "capacity", "peak", "refused", "late", "wasted",
            "half_after", "most_after", "all_after", "back_in_two_minutes", "gave_up",
        ]
        return [names]
            + self.herds.map { herd in
                let load = herd.load
                let figures = [
                    load?.peak, load?.refused, load?.late, herd.wasted,
                    self.seconds(until: 0.5, of: herd),
                    self.seconds(until: 0.99, of: herd), self.seconds(until: 1, of: herd),
                    herd.backInTime, herd.gaveUp,
                ]
                let given = [
                    herd.name, "\(herd.hasJitter)", "\(herd.clients)", load?.capacity.rate ?? "",
                ]
                return given + figures.map { $0.map { "\($0)" } ?? "" }
            }
    }

    private static func field(_ text: String) -> String {
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        let doubled = text.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
        return "\"\(doubled)\""
    }
}

extension JSONTextWriter {
    fileprivate mutating func seconds(_ duration: Duration) {
        self.raw(Array(duration.secondsText.utf8))
    }
}

extension Duration {
    /// Seconds with up to three decimals: `0.5`, `12`, `10.04`.
    var secondsText: String {
        let milliseconds = self.clampedNanoseconds / 1_000_000
        let (whole, rest) = abs(milliseconds).quotientAndRemainder(dividingBy: 1000)
        let digits = String(1000 + rest).dropFirst()
        let fraction = digits.reversed().drop { $0 == "0" }.reversed()
        let sign = milliseconds < 0 ? "-" : ""
        return sign + (rest == 0 ? "\(whole)" : "\(whole).\(String(fraction))")
    }
}
