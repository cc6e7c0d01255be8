import ChannelsProtocol
import DashboardSetup
import EventWords
import Formatting
import TextScreen

/// How the times of rows are written.
struct EventTimes: Hashable, Sendable {
    let format: TimeFormat
    let utcOffsetSeconds: Int
    let now: Timestamp

    /// The cells that a time takes at most.
    func width(hasMilliseconds: Bool) -> Int {
        switch self.format {
        case .clock, .utc: hasMilliseconds ? 12 : 8
        case .relative: 6
        case .delta: 7
        }
    }

    /// The time of a row.
    /// - Parameter previous: the row before, if there is one.
    func text(
        of time: Timestamp, after previous: Timestamp?, hasMilliseconds: Bool
    ) -> SafeText {
        switch self.format {
        case .clock, .utc:
            SafeText(ours: self.timeOfDay(time, hasMilliseconds: hasMilliseconds))
        case .relative:
            SafeText(ours: Figures.duration(self.now.duration(since: time)))
        case .delta:
            SafeText(
                ours: previous.map { Figures.delta(time.duration(since: $0)) } ?? "")
        }
    }

    /// The time of day, where only that makes sense: in UTC if that was chosen, else local.
    func timeOfDay(_ time: Timestamp, hasMilliseconds: Bool = true) -> String {
        Figures.timeOfDay(
            time, utcOffsetSeconds: self.format == .utc ? 0 : self.utcOffsetSeconds,
            hasMilliseconds: hasMilliseconds)
    }

    /// What the title says of the form; `nil` for the ordinary one.
    var label: SafeText? {
        switch self.format {
        case .clock: nil
        case .utc: "UTC"
        case .relative: "ago"
        case .delta: "since the previous row"
        }
    }
}
