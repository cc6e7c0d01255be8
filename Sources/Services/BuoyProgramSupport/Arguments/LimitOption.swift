import ArgumentParser
import BuoyScripts
import ChannelsBasics

/// A limit that is typed as NAME=VALUE, after an option that may be repeated.
package struct LimitOption<Target>: Sendable {
    package let name: String
    package let help: String
    private let change: @Sendable (inout Target, _ text: String, _ place: String) throws -> Void

    private init(
        _ name: String, _ help: String,
        _ change: @escaping @Sendable (inout Target, String, String) throws -> Void
    ) {
        self.name = name
        self.help = help
        self.change = change
    }

    /// - Parameter place: what an error starts with, such as `--limit max-members`.
    package func set(_ text: String, in target: inout Target, place: String) throws {
        try self.change(&target, text, place)
    }

    package static func apply(
        _ arguments: [String], of option: String, _ limits: [Self], to target: inout Target
    ) throws {
        for argument in arguments.flatMap({ $0.split(separator: ",") }) {
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw ValidationError("\(option) must be NAME=VALUE, not \"\(argument)\".")
            }
            guard let limit = limits.first(where: { $0.name == parts[0] }) else {
                let names = limits.map(\.name)
                throw ValidationError(
                    "\(option): \(Suggestion.unknown("limit", parts[0], among: names))")
            }
            try limit.set(parts[1], in: &target, place: "\(option) \(limit.name)")
        }
    }
}

extension LimitOption {
    package static func number(
        _ name: String, _ range: ClosedRange<Int>, _ help: String,
        _ change: @escaping @Sendable (inout Target, Int) -> Void
    ) -> Self {
        LimitOption(name, help) { target, text, place in
            guard let number = Int(text) else {
                throw ValidationError("\(place) must be a whole number, not \"\(text)\".")
            }
            guard range.contains(number) else {
                throw ValidationError(
                    "\(place) must be between \(range.lowerBound) and \(range.upperBound).")
            }
            change(&target, number)
        }
    }

    package static func rate(
        _ name: String, _ range: ClosedRange<Double>, _ help: String,
        _ change: @escaping @Sendable (inout Target, Double) -> Void
    ) -> Self {
        LimitOption(name, help) { target, text, place in
            guard let rate = TypedRate.perSecond(text), range.contains(rate) else {
                throw ValidationError("\(place) must be a rate, such as 25/s or 0.5/s.")
            }
            change(&target, rate)
        }
    }

    package static func time(
        _ name: String, _ range: ClosedRange<Duration>, _ help: String,
        _ change: @escaping @Sendable (inout Target, Duration) -> Void
    ) -> Self {
        LimitOption(name, help) { target, text, place in
            guard let time = try TypedTime.duration(text, place, in: range) else { return }
            change(&target, time)
        }
    }

    package static func size(
        _ name: String, _ range: ClosedRange<Int>, _ help: String,
        _ change: @escaping @Sendable (inout Target, Int) -> Void
    ) -> Self {
        LimitOption(name, help) { target, text, place in
            guard let bytes = ByteSize(text)?.bytes, range.contains(bytes) else {
                throw ValidationError(
                    "\(place) must be a size of at least "
                        + "\(ByteSize(bytes: range.lowerBound).text), such as 100M.")
            }
            change(&target, bytes)
        }
    }

    package static func flag(
        _ name: String, _ help: String,
        _ change: @escaping @Sendable (inout Target, Bool) -> Void
    ) -> Self {
        LimitOption(name, help) { target, text, place in
            guard ["on", "off"].contains(text) else {
                throw ValidationError("\(place) must be on or off, not \"\(text)\".")
            }
            change(&target, text == "on")
        }
    }
}
