import ChannelsProtocol
import Testing

@testable import Channels

@Suite("Reports folded for a listener that is too slow")
struct ControlEventFoldTests {
    private static let channel = ChannelName(wire: "private-a")

    /// Folds reports as a listener would find them.
    private static func folded(_ kinds: [ClientReport.Kind]) -> [ClientReport.Kind] {
        var backlog = EventBacklog(limits: ListenerLimits(controlEvents: 0))
        let events = kinds.enumerated().map {
            ClientReport(number: $0.offset + 1, time: .zero, kind: $0.element)
        }
        backlog.append(events, rosters: { [:] })
        return (backlog.takeAll() ?? []).map(\.kind).filter {
            if case .skipped = $0 { false } else { true }
        }
    }

    private static func report(_ subject: AuthorizationReport.Subject, _ attempts: Int)
        -> ClientReport.Kind
    {
        .authorizationAnswered(
            AuthorizationReport(
                subject: subject, duration: .zero, attempts: attempts, status: 200, isGranted: true)
        )
    }

    private static func online(_ users: UserID...) -> ClientReport.Kind {
        .watchlistChanged([WatchlistChange(name: "online", userIDs: users)])
    }

    private static let signedIn = ClientReport.Kind.signInChanged(
        .signedIn(SignedInUser(id: "me", data: "{}")))

    @Test("channels and users that only the peer knows do not fill the memory of a slow listener")
    func bounded() {
        let failures = (0..<500).map { number in
            ClientReport.Kind.decryptionFailed(
                DecryptionFailure(
                    channel: ChannelName(wire: "private-encrypted-\(number)"), event: "e",
                    reason: .notSubscribed))
        }
        #expect(Self.folded(failures).count == 100)
        let users = (0..<3000).map { Self.online(UserID("\($0)")) }
        #expect(Self.folded(users).count == 1000)
    }

    @Test("of what repeats, the last stays: each case by its subject")
    func lastStays() {
        let other = ChannelName(wire: "private-b")
        let profile = ServerProfile(kind: .unknown, evidence: [])
        let failure = DecryptionFailure(channel: Self.channel, event: "e", reason: .wrongKey)
        let latest: [ClientReport.Kind] = [
            Self.report(.channel(Self.channel), 2), Self.report(.channel(other), 2),
            Self.report(.newKey(Self.channel), 2), Self.report(.user, 2),
            .subscriptionStuck(Self.channel, after: .seconds(2)), .serverRecognized(profile),
            .decryptionFailed(failure),
        ]
        let earlier: [ClientReport.Kind] = [
            Self.report(.channel(Self.channel), 1), Self.report(.channel(other), 1),
            Self.report(.newKey(Self.channel), 1), Self.report(.user, 1),
            .subscriptionStuck(Self.channel, after: .seconds(1)), .serverRecognized(profile),
            .decryptionFailed(failure),
        ]
        #expect(Self.folded(earlier + latest) == latest)
    }

    @Test("what the user wants, suspensions and steps of the clock all stay")
    func allStay() {
        let kinds: [ClientReport.Kind] = [
            .intentChanged(.connected), .suspended(for: .seconds(1)),
            .clockStepped(by: .seconds(1)), .networkChanged(.reachable),
            .intentChanged(.disconnected), .suspended(for: .seconds(1)),
            .clockStepped(by: .seconds(-1)), .intentChanged(.connected),
        ]
        #expect(Self.folded(kinds) == kinds)
    }

    @Test("of each user of a watchlist only the last change stays")
    func watchlist() {
        let kinds: [ClientReport.Kind] = [
            Self.signedIn, Self.online("a", "b"),
            .watchlistChanged([
                WatchlistChange(name: "offline", userIDs: ["a"]),
                WatchlistChange(name: "online", userIDs: ["c", "a"]),
            ]), .watchlistChanged([WatchlistChange(name: "offline", userIDs: ["c"])]),
        ]
        #expect(
            Self.folded(kinds) == [
                Self.signedIn, Self.online("b"), Self.online("a"),
                .watchlistChanged([WatchlistChange(name: "offline", userIDs: ["c"])]),
            ])
    }

    @Test("what was known of a watchlist goes with the sign-in, also when that came back since")
    func lostWatchlist() {
        let kinds: [ClientReport.Kind] = [
            Self.signedIn, Self.online("a"), .signInChanged(.requested), Self.signedIn,
            Self.online("b"),
        ]
        #expect(
            Self.folded(kinds) == [.signInChanged(.requested), Self.signedIn, Self.online("b")])
    }

    @Test("a roster that is gone is not made up")
    func goneRoster() {
        let kinds: [ClientReport.Kind] = [
            .memberAdded(Self.channel, PresenceMember(id: "a")),
            .subscriptionChanged(Self.channel, .unsubscribed),
        ]
        #expect(Self.folded(kinds) == [.subscriptionChanged(Self.channel, .unsubscribed)])
    }
}
