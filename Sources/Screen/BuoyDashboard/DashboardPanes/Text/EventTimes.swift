package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

/// The format of the times of rows.
package struct EventTimes: Hashable, Sendable {
    let format: TimeFormat
    let utcOffsetSeconds: Int
    let now: Timestamp

    /// Creates a format of the times around `now`.
    init(
        format: TimeFormat,
        utcOffsetSeconds: Int,
        now: Timestamp
    ) {
        self.format = format
        self.utcOffsetSeconds = utcOffsetSeconds
        self.now = now
    }

    /// The maximum width of a time, in cells.
    package func width(hasMilliseconds: Bool) -> Int {
        switch self.format {
        case .clock, .utc: hasMilliseconds ? 12 : 8
        case .relative: 6
        case .delta: 7
        }
    }

    /// The time of a row.
    /// - Parameter previous: the previous row, if there is one.
    package func text(
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

    /// The time of day, where only that makes sense: in UTC if that was chosen, otherwise local.
    package func timeOfDay(_ time: Timestamp, hasMilliseconds: Bool = true) -> String {
        Figures.timeOfDay(
            time, utcOffsetSeconds: self.format == .utc ? 0 : self.utcOffsetSeconds,
            hasMilliseconds: hasMilliseconds)
    }

    /// The label in the title; `nil` for the default format.
    var label: SafeText? {
        switch self.format {
        case .clock: nil
        case .utc: "UTC"
        case .relative: "ago"
        case .delta: "since the previous row"
        }
    }
}
