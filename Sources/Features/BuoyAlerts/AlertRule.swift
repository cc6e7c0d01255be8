import BuoyDashboard
import ChannelsBasics
import ChannelsProtocol

/// A rule of `[[alerts]]` in the configuration: when to raise an alert, and how.
struct AlertRule: Hashable, Sendable {
    enum Condition: Hashable, Sendable {
        case event(EventFilter)
        /// More events that the filter selects than the rate allows. It ends when there are fewer.
        /// Reports that are no events count if the filter asks for a kind.
        case rate(EventFilter, AlertRate)
        /// No event that the filter selects for this long, connected or not. It ends with the next
        /// one. What counts as an event is as with a rate.
        case silence(EventFilter, Duration)
        /// A gap of at least this duration, in which events may have been missed.
        case gap(Duration)
        /// The connection has been in this state for this long. It ends when it leaves it.
        case state(ConnectionState, Duration)
    }

    struct Actions: Hashable, Sendable {
        var ringsBell = true
        /// A desktop notification, in terminals that can (OSC 9, OSC 777).
        var notifies = false
        var marks = true
        /// A program to run and its arguments; none if it is empty. It gets the alert as a line of
        /// JSON on its standard input. No shell reads these words.
        var program: [String] = []
    }

    var name: String
    var condition: Condition
    var actions: Actions
    /// The shortest time between two alerts. What happens earlier is counted.
    var pause: Duration

    static let usualPause = Duration.seconds(10)

    init(
        _ name: String, when condition: Condition, actions: Actions = Actions(),
        pause: Duration = Self.usualPause
    ) {
        self.name = name
        self.condition = condition
        self.actions = actions
        self.pause = pause
    }
}

/// How many events in which time are too many: `> 5/m`, `> 100/10s`.
struct AlertRate: Hashable, Sendable, CustomStringConvertible {
    let limit: Int
    let period: Duration

    /// The largest limit. The times of so many events are kept.
    static let largestLimit = 100_000

    /// An optional `>`, a number, `/` and a period: `s`, `m`, `h`, or a duration such as `10s`.
    init?(typed text: String) {
        let words = text.drop { $0 == ">" || $0 == " " }.split(separator: "/", maxSplits: 1)
        guard words.count == 2,
            let limit = Int(words[0].filter { $0 != " " }), 0...Self.largestLimit ~= limit
        else { return nil }
        let period = words[1].filter { $0 != " " }
        guard let period = Duration(typed: period.first?.isNumber == true ? period : "1" + period)
        else { return nil }
        self.limit = limit
        self.period = period
    }

    var description: String { "> \(self.limit)/\(self.period.typed)" }
}
