import BuoyScripts
import BuoyTestBasics
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyLaboratory

/// What a real library did while a script was played, as `Corpora/record.sh` records it.
struct LibraryRecording: CustomTestStringConvertible, Sendable {
    /// The file of all recordings.
    static let path = "Tests/Features/LaboratoryTests/Corpora/library-recordings.json"

    let library: String
    let script: FaultScript
    /// Starts of attempts, counted from the start of the script.
    let attempts: [Double]
    let states: [(time: Double, state: String)]
    /// How long it was recorded, and how far it is compared.
    let end: Double
    /// How far apart the recording and the prediction may be, in seconds.
    let allowed: Double
    /// Why that is more than for the others, or why it is not compared to its end.
    let note: String?

    var testDescription: String { "\(self.library), \(self.script.name)" }

    /// All of them, in the order of the file.
    static let all: [LibraryRecording] = {
        let text = (try? SourceTree.text(Self.path)) ?? ""
        return JSONValue.parse(text)?["runs"]?.arrayValue?.compactMap(Self.init) ?? []
    }()

    /// What the recordings were made with, by the name of the library.
    static var versions: [String: String] {
        let text = (try? SourceTree.text(Self.path)) ?? ""
        let members = JSONValue.parse(text)?["libraries"]?.objectValue?.members ?? []
        return Dictionary(
            members.compactMap { member in member.value.stringValue.map { (member.key, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    private init?(_ json: JSONValue) {
        guard let library = json["library"]?.stringValue, let script = Self.script(json),
            let end = json["seconds"]?.doubleValue,
            let attempts = json["attempts"]?.arrayValue?.compactMap(\.doubleValue),
            let states = json["states"]?.arrayValue
        else { return nil }
        self.library = library
        self.script = script
        // The attempt that led to the first connection is not part of the script.
        self.attempts = attempts.filter { !script.isConnected || $0 > 0.5 }
        self.states = states.compactMap { state in
            guard let time = state[0]?.doubleValue, let name = state[1]?.stringValue else {
                return nil
            }
            return (time, name)
        }
        self.end = json["compared_until"]?.doubleValue ?? end
        self.allowed = json["within"]?.doubleValue ?? 0.3
        self.note = json["note"]?.stringValue
    }

    /// A ready script, or steps. A random moment is the one that was recorded.
    private static func script(_ json: JSONValue) -> FaultScript? {
        guard let name = json["script"]?.stringValue else { return nil }
        let ready = FaultScript.named(name)
        guard let lines = json["steps"]?.arrayValue?.compactMap(\.stringValue) else { return ready }
        return FaultScript(
            name: name,
            duration: ready?.duration ?? .seconds(json["seconds"]?.intValue ?? 0),
            isConnected: ready?.isConnected ?? true,
            lines.compactMap { try? FaultLine.step($0) })
    }

    private var isPusherJS: Bool { self.library.hasPrefix("pusher-js") }

    /// The profile of the library as it was set up.
    var profile: LabProfile? {
        let options = self.isPusherJS ? " tls=no" : ""
        return try? LabProfile.typed(self.library + options, policies: [])
    }

    // MARK: The comparison

    /// What the recording and the prediction have in common.
    struct Comparison {
        /// How many attempts were made, and predicted.
        var attempts: (recorded: Int, predicted: Int)
        /// Since when it stayed connected; `nil` if it did not.
        var connected: (recorded: Double?, predicted: Double?)
        /// The largest difference of an attempt or a state; `nil` if their numbers differ.
        var difference: Double?
    }

    /// The round trip on loopback.
    static let roundTrip = Duration.microseconds(100)
    /// More attempts than this are a storm, of which the number is compared, and not each.
    private static let storm = 100

    func comparison() -> Comparison? {
        guard let profile = self.profile else { return nil }
        let timeline = LabTimeline(self.script, profile, roundTrip: Self.roundTrip)
        let predicted = timeline.attempts.map(\.inSeconds).filter { $0 < self.end }
        let recorded = self.attempts.filter { $0 < self.end }
        let spans = self.predictedStates(timeline).filter { $0.time < self.end }
        let states = self.recordedStates.filter { $0.time < self.end }
        var difference = Self.difference(states.map(\.time), spans.map(\.time))
        if states.map(\.state) != spans.map(\.state) { difference = nil }
        if recorded.count < Self.storm, let states = difference {
            difference = Self.difference(recorded, predicted).map { max($0, states) }
        }
        return Comparison(
            attempts: (recorded.count, predicted.count),
            connected: (Self.connected(states), Self.connected(spans)), difference: difference)
    }

    private static func connected(_ states: [(time: Double, state: String)]) -> Double? {
        states.last.flatMap { $0.state == "connected" ? $0.time : nil }
    }

    private static func difference(_ left: [Double], _ right: [Double]) -> Double? {
        guard left.count == right.count else { return nil }
        return zip(left, right).map { abs($0 - $1) }.max() ?? 0
    }

    /// The recorded states in buoy's words (the article Migrating.md, "The states"), without
    /// repetitions. pysher says `unavailable` from a loss on, and has states
    /// that last no time: of it, only the connection is compared.
    private var recordedStates: [(time: Double, state: String)] {
        // What was before the script is one state.
        let start = self.states.lastIndex { $0.time <= 0 } ?? 0
        return Self.changes(
            self.states.dropFirst(start).map { (time, state) in
                guard self.isPusherJS else { return (time, Self.connection(state)) }
                return (time, state == "disconnected" ? "failed" : state)
            })
    }

    /// The predicted states in the words of the library. pusher-js says `connected` until its
    /// first attempt after a loss.
    private func predictedStates(_ timeline: LabTimeline) -> [(time: Double, state: String)] {
        let before = self.isPusherJS && self.script.isConnected
        return Self.changes(
            (before ? [(0, "connected")] : [])
                + timeline.spans.map { span in
                    let (time, state) = (span.start.inSeconds, span.state.rawValue)
                    guard self.isPusherJS else { return (time, Self.connection(state)) }
                    guard span.state == .connecting,
                        let attempt = timeline.attempts.first(where: { $0 >= span.start })
                    else { return (time, state) }
                    return (attempt.inSeconds, state)
                })
    }

    private static func connection(_ state: String) -> String {
        state == "connected" ? state : "not connected"
    }

    private static func changes(
        _ states: [(time: Double, state: String)]
    ) -> [(time: Double, state: String)] {
        states.reduce(into: []) { kept, next in
            if kept.last?.state != next.state { kept.append((max(next.time, 0), next.state)) }
        }
    }
}
