import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

package enum SeekTarget: Hashable, Sendable {
    /// From the start: `90s`.
    case offset(Duration)
    /// From the time that is shown: `+10s`, `-1m`.
    case relative(Duration)
    /// `-1m` where nothing is shown yet.
    case beforeEnd(Duration)
    /// In seconds, in the time zone of the screen: `14:02`, `14:02:10`.
    case timeOfDay(Int)
    /// From 0 to 1: `50%`.
    case share(Double)
    case start
    case end

    static let forms = "14:02:10, 90s, +10s, -1m, 50%, start or end"

    package static let argumentForms =
        "14:02:10, 90s (after the start), -1m (before the end), 50%, start or end"

    /// For an argument of the program: nothing is shown yet, so a relative place counts from the
    /// start, or back from the end.
    package init?(argument text: String) {
        guard let target = SeekTarget(text) else { return nil }
        guard case .relative(let duration) = target else {
            self = target
            return
        }
        self = duration < .zero ? .beforeEnd(.zero - duration) : .offset(duration)
    }

    package init?(_ text: String) {
        switch text {
        case "start": self = .start
        case "end": self = .end
        case _ where text.hasSuffix("%"):
            guard let percent = Double(text.dropLast()), (0...100).contains(percent) else {
                return nil
            }
            self = .share(percent / 100)
        case _ where text.contains(":"):
            guard let seconds = Self.secondsOfDay(text) else { return nil }
            self = .timeOfDay(seconds)
        case _ where text.hasPrefix("+") || text.hasPrefix("-"):
            guard let duration = Duration(typed: String(text.dropFirst())) else { return nil }
            self = .relative(text.hasPrefix("-") ? .zero - duration : duration)
        default:
            guard let duration = Duration(typed: text) else { return nil }
            self = .offset(duration)
        }
    }

    private static func secondsOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.count <= 2 && $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60 else { return nil }
        let seconds = numbers.count > 2 ? numbers[2] : 0
        return seconds < 60 ? numbers[0] * 3600 + numbers[1] * 60 + seconds : nil
    }

    package func time(
        in span: PlaybackStatus.Span, shown: ChannelsTimestamp, utcOffsetSeconds: Int
    ) -> ChannelsTimestamp {
        let time =
            switch self {
            case .offset(let duration): span.start.advanced(by: duration)
            case .relative(let duration): shown.advanced(by: duration)
            case .beforeEnd(let duration): span.end.advanced(by: .zero - duration)
            case .timeOfDay(let seconds): Self.time(ofDay: seconds, span.start, utcOffsetSeconds)
            case .share(let share): span.time(at: share)
            case .start: span.start
            case .end: span.end
            }
        return min(max(time, span.start), span.end)
    }

    /// The first time of this time of day at or after the start.
    private static func time(
        ofDay seconds: Int, _ start: ChannelsTimestamp, _ utcOffsetSeconds: Int
    ) -> ChannelsTimestamp {
        let local = start.wallMicroseconds / 1_000_000 + Int64(utcOffsetSeconds)
        let startOfDay = ((local % 86_400) + 86_400) % 86_400
        let difference = (Int64(seconds) - startOfDay + 86_400) % 86_400
        let fraction = start.wallMicroseconds % 1_000_000
        guard difference > 0 else { return start }
        return start.advanced(by: .seconds(difference) - .microseconds(fraction))
    }
}
