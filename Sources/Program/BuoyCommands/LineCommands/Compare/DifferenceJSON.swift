import BuoyDashboard
import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

/// JSON lines; `docs/scripting.md` lists the keys.
struct DifferenceJSON {
    struct Object {
        let writer: SafeJSONWriter

        fileprivate init(_ members: (inout SafeJSONWriter) -> Void) {
            var writer = SafeJSONWriter()
            writer.object { writer in
                writer.key("v")
                writer.integer(ReportLines.version)
                members(&writer)
            }
            self.writer = writer
        }
    }

    let names: [String]

    func object(of difference: ComparisonFeed.Difference) -> Object {
        Object { writer in
            switch difference {
            case .onlyHere(let event):
                writer.member("difference", "only")
                self.write(event, as: "event", to: &writer)
            case .late(let event, let lag):
                writer.member("difference", "late")
                writer.key("later_microseconds")
                writer.integer(Self.microseconds(lag))
                self.write(event, as: "event", to: &writer)
            case .data(let event, let other):
                writer.member("difference", "data")
                self.write(event, as: "event", to: &writer)
                self.write(other, as: "other", to: &writer)
            }
        }
    }

    func note(on channel: (name: String, value: String)) -> Object {
        Object { writer in
            writer.member("note", "channel")
            // The last line counts the channels that are left out.
            writer.member("channel", channel.name.isEmpty ? nil : channel.name)
            writer.member("detail", channel.value)
        }
    }

    func result(of tally: ComparisonTally, isSame: Bool) -> Object {
        Object { writer in
            writer.member("result", isSame ? "same" : "different")
            writer.key("exit_code")
            writer.integer(Int((isSame ? ProgramExit.ok : .different).rawValue))
            self.write(tally.events, as: "events", to: &writer)
            self.write(tally.only, as: "only", to: &writer)
            self.write(tally.late, as: "late", to: &writer)
            let counts = [
                ("both", tally.pairs), ("data", tally.differing),
                ("not_compared", tally.uncompared),
            ]
            for (name, count) in counts {
                writer.key(name)
                writer.integer(count)
            }
            guard let median = tally.lags.median else { return }
            writer.key("second_later_microseconds")
            writer.integer(Self.microseconds(median))
        }
    }

    private func write(_ event: ServerEvent, as key: String, to writer: inout SafeJSONWriter) {
        writer.key(key)
        writer.json(
            ReportLines.object(of: event.event, server: self.names[event.server]).utf8)
    }

    private func write(_ counts: [Int], as key: String, to writer: inout SafeJSONWriter) {
        writer.key(key)
        writer.object { writer in
            for (name, count) in zip(self.names, counts) {
                writer.key(name)
                writer.integer(count)
            }
        }
    }

    private static func microseconds(_ duration: Duration) -> Int {
        Int(duration.clampedNanoseconds / 1000)
    }
}
