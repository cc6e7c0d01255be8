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

    package func width(hasMilliseconds: Bool) -> Int {
        switch self.format {
        case .clock, .utc: hasMilliseconds ? 12 : 8
        case .relative: 6
        case .delta: 7
        }
    }

    package func text(
        of time: ChannelsTimestamp, after previous: ChannelsTimestamp?, hasMilliseconds: Bool
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
