import ArgumentParser
package import BuoyScripts
package import Channels
import ChannelsBasics
import ChannelsProtocol

package struct ReconnectionArguments: ParsableArguments {
    @Option(.policy) var policy: String?

    @Option(
        name: .customLong("reconnect-attempts"),
        help: ArgumentHelp("Give up after this many retries in a row.", valueName: "number"))
    var attempts: Int?

    @Option(
        name: .customLong("reconnect-delay"),
        help: ArgumentHelp(
            "The delay before a retry, with the policies "
                + "\(Self.adjustable.joined(separator: ", ")) (default: 5s).",
            valueName: "time"))
    var delay: String?

    @Option(
        name: .customLong("max-reconnect-delay"),
        help: ArgumentHelp("The maximum delay before a retry.", valueName: "time"))
    var longestDelay: String?

    @Flag(name: .customLong("no-reconnect"), help: "Do not reconnect.")
    var neverReconnects = false

    package init() {}

    package func validate() throws {
        if self.neverReconnects, let other = self.nameOfReconnectOption {
            throw ValidationError("Use --no-reconnect or \(other), not both.")
        }
        let policy = try self.namedPolicy()
        if self.delay != nil, policy.baseDelay == nil {
            throw ValidationError(
                "--reconnect-delay needs one of the policies "
                    + "\(Self.adjustable.joined(separator: ", ")): \(policy.name) has its own.")
        }
        try Self.check(self.attempts, "--reconnect-attempts", 0...1_000_000, "")
        _ = try self.parsedDelay()
        _ = try self.parsedLongestDelay()
    }

    package func apply(to options: inout ChannelsOptions) throws {
        options.policy = try self.namedPolicy()
        options.autoReconnect = !self.neverReconnects
        options.maximumReconnectAttempts = self.attempts
        options.reconnectDelay = try self.parsedDelay()
        options.maximumReconnectDelay = try self.parsedLongestDelay()
    }

    private func parsedDelay() throws -> Duration? {
        try TypedTime.duration(self.delay, "--reconnect-delay", in: .zero ... .seconds(86_400))
    }

    private func parsedLongestDelay() throws -> Duration? {
        try TypedTime.duration(
            self.longestDelay, "--max-reconnect-delay", in: .seconds(1) ... .seconds(86_400))
    }

    package var isGiven: Bool { self.neverReconnects || self.nameOfReconnectOption != nil }

    /// The policy, if no other option changes it.
    package var unchangedPolicy: String? {
        let isChanged = self.neverReconnects || self.attempts != nil || self.delay != nil
        return isChanged || self.longestDelay != nil ? nil : self.policy
    }

    private var nameOfReconnectOption: String? {
        let options: [(String, Bool)] = [
            ("--policy", self.policy != nil), ("--reconnect-attempts", self.attempts != nil),
            ("--reconnect-delay", self.delay != nil),
            ("--max-reconnect-delay", self.longestDelay != nil),
        ]
        return options.first(where: \.1)?.0
    }

    static func check(
        _ value: Int?, _ option: String, _ range: ClosedRange<Int>, _ unit: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(option) must be between \(range.lowerBound) and \(range.upperBound)\(unit).")
    }

    // MARK: Policies

    package static let policyNames = ReconnectionPolicy.profiles.map(\.name)

    private static let adjustable = ReconnectionPolicy.profiles
        .filter { $0.policy.baseDelay != nil }.map(\.name)

    private func namedPolicy() throws -> ReconnectionPolicy {
        guard let name = self.policy else { return .standard }
        if let policy = ReconnectionPolicy.named(name) { return policy }
        let width = Self.policyNames.map(\.count).max() ?? 0
        let lines = ReconnectionPolicy.profiles.map {
            "  \($0.name.padded(to: width))  \($0.summary)"
        }
        throw ValidationError(
            "--policy: "
                + Suggestion.unknown(
                    "policy", name, among: Self.policyNames, advice: "choose from these:") + "\n"
                + lines.joined(separator: "\n"))
    }
}

extension SettingOption {
    package static let policy = SettingOption(
        "policy", .word("name", ReconnectionArguments.policyNames),
        "Reconnect like this library: "
            + "\(ReconnectionArguments.policyNames.joined(separator: ", ")).",
        variable: .present(besides: ["--no-reconnect"]))
}
