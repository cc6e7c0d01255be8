import BuoyProgramSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol

/// Decides when a program that prints lines stops, because nobody can press a key: the server
/// refused permanently, was not reached, or every channel was refused.
struct StopCondition: Sendable {
    /// The requested channels without an answer, or with only refusals.
    private var unanswered: Set<ChannelName>
    private var hasSubscribed = false
    private var wasConnected = false
    private var lastEnd: ConnectionEnd?
    /// Of a server or channels that have not come back.
    private var standing: ProgramFailure?

    init(channels: [ChannelName]) {
        self.unanswered = Set(channels)
    }

    mutating func failure(after kind: ClientReport.Kind) -> ProgramFailure? {
        let failure = self.reason(in: kind)
        self.standing = failure ?? self.standing
        return failure
    }

    private mutating func reason(in kind: ClientReport.Kind) -> ProgramFailure? {
        switch kind {
        case .attemptFailed(_, let end, _):
            self.lastEnd = end
            return nil
        case .stateChanged(let change):
            return self.failure(after: change)
        case .subscriptionChanged(_, .subscribed):
            self.hasSubscribed = true
            self.standing = nil
            return nil
        case .subscriptionChanged(let channel, .failed(let failure)):
            return self.failure(after: failure, of: channel)
        default:
            return nil
        }
    }

    func failureWhenTimeIsUp() -> ProgramFailure? {
        if let standing = self.standing { return standing }
        guard !self.wasConnected else { return nil }
        return Self.failure(
            .unreachable, "The server was not reached within the time limit" + self.lastAttempt)
    }

    private var lastAttempt: String {
        guard let end = self.lastEnd else { return "" }
        return ". The last attempt: \(end.words(.clause))" + (end.advice.map { ". \($0)" } ?? "")
    }

    private mutating func failure(after change: StateChange) -> ProgramFailure? {
        switch change.current {
        case .failed:
            return Self.failure(
                Self.code(for: change.cause),
                (self.wasConnected ? "The connection ended permanently: " : "Could not connect: ")
                    + ConnectionWords.sentence(for: change.cause)
                    + (change.cause.end?.advice.map { ". \($0)" } ?? ""))
        case .unavailable where !self.wasConnected:
            return Self.failure(
                .unreachable,
                "The server was not reached: \(ConnectionWords.sentence(for: change.cause))"
                    + self.lastAttempt)
        case .connected:
            self.wasConnected = true
            if self.standing?.code != .unauthorized { self.standing = nil }
            return nil
        case .unavailable, .initialized, .connecting, .disconnected:
            return nil
        }
    }

    private mutating func failure(
        after failure: SubscriptionFailure, of channel: ChannelName
    ) -> ProgramFailure? {
        guard self.unanswered.remove(channel) != nil, self.unanswered.isEmpty, !self.hasSubscribed
        else { return nil }
        return Self.failure(
            .unauthorized,
            "No channel could be subscribed to. \(channel.text): "
                + (failure.comparison == nil
                    ? FailureParts.sentence(failure.conclusion, failure.advice ?? "")
                    : failure.conclusion))
    }

    /// On one line, so that the server's text in it cannot pass for a line of buoy.
    private static func failure(_ code: ProgramExit, _ message: String) -> ProgramFailure {
        ProgramFailure(code, PlainOutput.line(message))
    }

    private static func code(for cause: StateCause) -> ProgramExit {
        switch cause {
        case .ended(let end) where end.failure?.kind == .settings: .usage
        case .gaveUp(_, let end) where !end.isRefusal: .unreachable
        case .ended, .gaveUp, .asked, .established, .unavailable: .refused
        }
    }
}
