import ArgumentParser
import ChannelsBasics

/// The one notation for durations on the command line: `5` and `5s` are five seconds; `500ms`,
/// `2m`, `1h`, `1d`.
package enum TypedTime {
    package static func duration(
        _ text: String?, _ option: String,
        in range: ClosedRange<Duration> = .zero ... .seconds(365 * 86_400)
    ) throws -> Duration? {
        guard let text else { return nil }
        guard let duration = self.duration(text) else {
            throw ValidationError(
                "\(option) must be a time, such as 5s, 500ms, 2m, 1h or 1d, not \"\(text)\"; a plain "
                    + "number means seconds.")
        }
        guard range.contains(duration) else {
            throw ValidationError(
                "\(option) must be between \(range.lowerBound.typed) and "
                    + "\(range.upperBound.typed).")
        }
        return duration
    }

    private static func duration(_ text: String) -> Duration? {
        if let duration = Duration(typed: text) { return duration }
        let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isNumber, let seconds = Double(text), seconds <= 1e9 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }
}
