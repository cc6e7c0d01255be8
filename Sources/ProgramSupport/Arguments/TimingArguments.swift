package import ArgumentParser
package import Channels
internal import TextCoding

/// The arguments for timeouts and reconnection.
package struct TimingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Reconnect like this library: \(Self.policyNames.joined(separator: ", ")).",
            valueName: "name"),
        completion: .list(Self.policyNames))
    package var policy: String?

    @Option(
        name: .customLong("reconnect-attempts"),
        help: ArgumentHelp("Give up after this many retries in a row.", valueName: "number"))
    package var attempts: Int?

    @Option(
        name: .customLong("reconnect-delay"),
        help: ArgumentHelp(
            "The delay before a retry, for \(Self.adjustable.joined(separator: ", ")) (5).",
            valueName: "seconds"))
    package var delay: Int?

    @Option(
        name: .customLong("max-reconnect-gap"),
        help: ArgumentHelp("The maximum delay before a retry.", valueName: "seconds"))
    package var longestGap: Int?

    @Flag(name: .customLong("no-reconnect"), help: "Do not reconnect.")
    package var neverReconnects = false

    @Option(
        name: .customLong("activity-timeout"),
        help: ArgumentHelp("Send a ping after this much silence (120).", valueName: "seconds"))
    package var activityTimeout: Int?

    @Option(
        name: .customLong("pong-timeout"),
        help: ArgumentHelp(
            "Drop the connection if a ping is not answered within this time (30).",
            valueName: "seconds"))
    package var pongTimeout: Int?

    @Option(
        name: .customLong("unavailable-timeout"),
        help: ArgumentHelp(
            "Report the server as unavailable after this long without success (10).",
            valueName: "seconds"))
    package var unavailableTimeout: Int?

    @Option(
        name: .customLong("client-event-limit"),
        help: ArgumentHelp(
            "The maximum number of client events per second (10); off for no limit.",
            valueName: "number"))
    package var clientEventLimit: String?

    package init() {}

    package func validate() throws {
        if self.neverReconnects, let other = self.nameOfReconnectOption {
            throw ValidationError("Give --no-reconnect or \(other), not both.")
        }
        let policy = try self.reconnectionPolicy()
        if self.delay != nil, policy.baseDelay == nil {
            throw ValidationError(
                "--reconnect-delay needs one of the policies "
                    + "\(Self.adjustable.joined(separator: ", ")): \(policy.name) has its own.")
        }
        try Self.check(self.attempts, "--reconnect-attempts", 0...1_000_000, "")
        try Self.check(self.delay, "--reconnect-delay", 0...86_400, " seconds")
        try Self.check(self.longestGap, "--max-reconnect-gap", 1...86_400, " seconds")
        try Self.check(self.activityTimeout, "--activity-timeout", 1...86_400, " seconds")
        try Self.check(self.pongTimeout, "--pong-timeout", 1...86_400, " seconds")
        try Self.check(self.unavailableTimeout, "--unavailable-timeout", 1...86_400, " seconds")
        _ = try self.parsedClientEventLimit()
    }

    /// Sets the client's options from the arguments.
    package func apply(to options: inout ChannelsOptions) throws {
        options.policy = try self.reconnectionPolicy()
        options.autoReconnect = !self.neverReconnects
        options.maximumReconnectAttempts = self.attempts
        options.reconnectDelay = self.delay.map { .seconds($0) }
        options.maximumReconnectDelay = self.longestGap.map { .seconds($0) }
        if let seconds = self.activityTimeout { options.activityTimeout = .seconds(seconds) }
        if let seconds = self.pongTimeout { options.pongTimeout = .seconds(seconds) }
        if let seconds = self.unavailableTimeout { options.unavailableTimeout = .seconds(seconds) }
        if let limit = try self.parsedClientEventLimit() { options.clientEventLimit = limit.number }
    }

    private var nameOfReconnectOption: String? {
        let options: [(String, Bool)] = [
            ("--policy", self.policy != nil), ("--reconnect-attempts", self.attempts != nil),
            ("--reconnect-delay", self.delay != nil),
            ("--max-reconnect-gap", self.longestGap != nil),
        ]
        return options.first(where: \.1)?.0
    }

    private static func check(
        _ value: Int?, _ option: String, _ range: ClosedRange<Int>, _ unit: String
    ) throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError(
            "\(option) must be between \(range.lowerBound) and \(range.upperBound)\(unit).")
    }

    // MARK: Policies

    package static let policyNames = ReconnectionPolicy.profiles.map(\.name)

    /// The policies with an adjustable delay.
    private static let adjustable = ReconnectionPolicy.profiles
        .filter { $0.policy.baseDelay != nil }.map(\.name)

    private func reconnectionPolicy() throws -> ReconnectionPolicy {
        guard let name = self.policy else { return .standard }
        if let policy = ReconnectionPolicy.named(name) { return policy }
        let meant = Suggestion.nearest(to: name, among: Self.policyNames)
        let width = Self.policyNames.map(\.count).max() ?? 0
        let lines = ReconnectionPolicy.profiles.map { profile in
            let space = String(repeating: " ", count: width - profile.name.count)
            return "  \(profile.name)\(space)  \(profile.summary)"
        }
        throw ValidationError(
            "--policy: \(name) is not a policy.\(meant.map { " Did you mean \($0)?" } ?? "")\n"
                + lines.joined(separator: "\n"))
    }

    // MARK: Client events

    /// The limit on client events per second.
    private struct EventLimit {
        /// `nil` for no limit.
        var number: Int?
    }

    /// - Returns: `nil` if the argument was not given.
    private func parsedClientEventLimit() throws -> EventLimit? {
        guard let text = self.clientEventLimit else { return nil }
        if text == "off" { return EventLimit(number: nil) }
        guard let number = Int(text), (1...1_000_000).contains(number) else {
            throw ValidationError("--client-event-limit must be between 1 and 1000000, or off.")
        }
        return EventLimit(number: number)
    }
}
