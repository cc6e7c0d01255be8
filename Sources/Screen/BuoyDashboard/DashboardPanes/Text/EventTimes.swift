package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol

package struct EventTimes: Hashable, Sendable {
    let format: TimeFormat
    let utcOffsetSeconds: Int
    let now: ChannelsTimestamp

    init(
        format: TimeFormat,
        utcOffsetSeconds: Int,
        now: ChannelsTimestamp
    ) {
        self.format = format
        self.utcOffsetSeconds = utcOffsetSeconds
        self.now = now
    }

    /// Of a time of day.
    package enum Precision {
        case milliseconds, seconds, withoutHour
    }

    package func width(_ precision: Precision) -> Int {
        switch self.format {
        case .clock, .utc:
            switch precision {
            case .milliseconds: 12
            case .seconds: 8
            case .withoutHour: 5
            }
        case .relative: 6
        case .delta: 7
        }
    }

    package func text(
        of time: ChannelsTimestamp, after previous: ChannelsTimestamp?, _ precision: Precision
    ) -> SafeText {
        switch self.format {
        case .clock, .utc:
            self.clockText(of: time, precision)
        case .relative:
            SafeText(ours: Figures.duration(self.now.duration(since: time)))
        case .delta:
            SafeText(
                ours: previous.map { Figures.delta(time.duration(since: $0)) } ?? "")
        }
    }

    private func clockText(of time: ChannelsTimestamp, _ precision: Precision) -> SafeText {
        let text = self.timeOfDay(time, hasMilliseconds: precision == .milliseconds)
        return SafeText(ours: String(precision == .withoutHour ? text.suffix(5) : text[...]))
    }

    package func timeOfDay(_ time: ChannelsTimestamp, hasMilliseconds: Bool = true) -> String {
        Figures.timeOfDay(
            time, utcOffsetSeconds: self.format == .utc ? 0 : self.utcOffsetSeconds,
            hasMilliseconds: hasMilliseconds)
    }

    var label: SafeText? {
        switch self.format {
        case .clock: nil
        case .utc: "UTC"
        case .relative: "ago"
        case .delta: "since the previous row"
        }
    }
}
