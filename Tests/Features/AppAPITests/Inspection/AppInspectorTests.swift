import BuoyAppAPI
import ChannelsProtocol
import Testing

@Suite("What the HTTP API says of an app")
struct AppInspectorTests {
    private static let lobby = ChannelName(wire: "presence-lobby")

    private static func situation(
        _ time: Duration, isShown: Bool = true, isConnected: Bool = true,
        own: [ChannelName] = [], members: [UserID] = []
    ) -> AppInspector.Situation {
        AppInspector.Situation(
            now: AppFixture.at(time), isConnected: isConnected, isShown: isShown,
            isListed: { own.contains($0) }, members: { _ in Set(members) })
    }

    private static func answer(
        _ request: APIRequest, _ outcome: APIReport.Outcome, at time: Duration
    ) -> APIReport {
        APIReport(request, outcome, sent: AppFixture.at(time), answered: AppFixture.at(time))
    }

    private static func all(counting: Bool = true) -> APIRequest {
        .list(.init(wantsSubscriptionCounts: counting))
    }

    private static func presence(counting: Bool = true) -> APIRequest {
        .list(.init(isOfPresence: true, wantsSubscriptionCounts: counting))
    }

    @Test("all channels are listed, then the users of presence channels")
    func twoRequests() {
        var app = AppInspector(isLocal: false)
        let first = app.timePassed(Self.situation(.seconds(1)))
        #expect(first == [.request(Self.all()), .request(.connections(.api))])
        let second = app.answered(
            Self.answer(
                Self.all(),
                .channels([
                    ListedChannel(ChannelName(wire: "news"), subscriptions: 2),
                    ListedChannel(Self.lobby, subscriptions: 3),
                ]), at: .seconds(2)), Self.situation(.seconds(2)))
        #expect(second == [.request(Self.presence())])
        #expect(app.channels.listedAt == nil)
        let end = app.answered(
            Self.answer(
                Self.presence(), .channels([ListedChannel(Self.lobby, users: 7)]),
                at: .seconds(3)), Self.situation(.seconds(3)))
        #expect(end.isEmpty)
        #expect(app.channels.rows[Self.lobby]?.population == 7)
        #expect(app.channels.rows[ChannelName(wire: "news")]?.population == 2)
        // As of the time of the request.
        #expect(app.channels.listedAt == AppFixture.at(.seconds(1)))
    }

    @Test("without presence channels one request is enough")
    func oneRequest() {
        var app = AppInspector(isLocal: false)
        _ = app.timePassed(Self.situation(.seconds(1)))
        let end = app.answered(
            Self.answer(Self.all(), .channels(AppFixture.listed("a")), at: .seconds(2)),
            Self.situation(.seconds(2)))
        #expect(end.isEmpty)
        #expect(app.channels.count == 1)
    }

    @Test("a server that does not count subscriptions is not asked for them again")
    func noCounts() {
        var app = AppInspector(isLocal: false)
        _ = app.timePassed(Self.situation(.seconds(1)))
        let refusal = APIFailure(.badRequest, "Subscription counting is not enabled")
        let second = app.answered(
            Self.answer(Self.all(), .failed(refusal), at: .seconds(2)),
            Self.situation(.seconds(2)))
        #expect(second == [.request(Self.all(counting: false))])
        #expect(app.failure == nil)
        _ = app.answered(
            Self.answer(Self.all(counting: false), .channels([]), at: .seconds(2)),
            Self.situation(.seconds(2)))
        let third = app.timePassed(Self.situation(.seconds(11)))
        #expect(
            third == [.request(Self.all(counting: false)), .request(.connections(.api))])
    }

    @Test("a failure is kept until a listing succeeds, and what was listed stays")
    func failure() {
        var app = AppInspector(isLocal: false)
        _ = app.timePassed(Self.situation(.seconds(1)))
        _ = app.answered(
            Self.answer(Self.all(), .channels(AppFixture.listed("a")), at: .seconds(1)),
            Self.situation(.seconds(1)))
        _ = app.timePassed(Self.situation(.seconds(11)))
        let busy = APIFailure(.temporary, "The server received too many requests.")
        _ = app.answered(
            Self.answer(Self.all(), .failed(busy), at: .seconds(12)),
            Self.situation(.seconds(12)))
        #expect(app.failure == busy)
        #expect(app.channels.count == 1)
        let again = app.timePassed(Self.situation(.seconds(22)))
        #expect(again == [.request(Self.all()), .request(.connections(.api))])
        _ = app.answered(
            Self.answer(Self.all(), .channels([]), at: .seconds(22)),
            Self.situation(.seconds(22)))
        #expect(app.failure == nil)
    }

    @Test("a watched pattern subscribes to what is listed, also while the list is not shown")
    func watching() {
        var app = AppInspector(isLocal: true)
        let isNew = app.watch("orders-*")
        #expect(isNew)
        let first = app.timePassed(Self.situation(.seconds(1), isShown: false))
        #expect(first == [.request(Self.all())])
        let steps = app.answered(
            Self.answer(
                Self.all(), .channels(AppFixture.listed("news", "orders-1", "orders-2")),
                at: .seconds(1)),
            Self.situation(.seconds(1), own: AppFixture.names("orders-2")))
        #expect(steps == [.subscribe(ChannelName(wire: "orders-1"))])
        #expect(app.next(isShown: false) == AppFixture.at(.milliseconds(1500)))
    }

    @Test("a watched channel is left when the client reports that it is alone")
    func leaving() {
        let name = ChannelName(wire: "orders-1")
        var app = AppInspector(isLocal: true)
        _ = app.watch("orders-*")
        _ = app.timePassed(Self.situation(.seconds(1)))
        _ = app.answered(
            Self.answer(Self.all(), .channels(AppFixture.listed("orders-1")), at: .seconds(1)),
            Self.situation(.seconds(1)))
        let alone = ClientReport(
            number: 1, time: AppFixture.at(.seconds(2)), kind: .subscriptionCount(name, 1))
        _ = app.handle(alone)
        let steps = app.timePassed(Self.situation(.seconds(5), own: [name]))
        #expect(steps.contains(.unsubscribe(name)))
    }

    @Test(
        "members are compared with the users that are listed, apart from those who are on the move")
    func comparison() throws {
        var app = AppInspector(isLocal: false)
        let steps = app.compare(Self.lobby, members: ["a", "b", "gone"])
        #expect(steps == [.request(.users(of: Self.lobby))])
        let first = app.answered(
            Self.answer(
                .users(of: Self.lobby), .users(["a", "ghost", "late"]), at: .seconds(1)),
            Self.situation(.seconds(1), members: ["a", "b"]))
        #expect(first.isEmpty)
        let request = AppInspector.Step.request(.users(of: Self.lobby))
        let early = app.timePassed(Self.situation(.milliseconds(1900)))
        #expect(!early.contains(request))
        let again = app.timePassed(Self.situation(.seconds(2), members: ["a", "b", "late"]))
        #expect(again.contains(request))
        let findings = app.answered(
            Self.answer(
                .users(of: Self.lobby), .users(["a", "ghost", "new"]), at: .seconds(2)),
            Self.situation(.seconds(2), members: ["a", "b", "new"]))
        guard case .compared(let comparison)? = findings.first else {
            Issue.record("\(findings)")
            return
        }
        #expect(comparison.onlyListed == ["ghost"])
        #expect(comparison.onlyMembers == ["b"])
        #expect(comparison.changing == 3)
        #expect(!comparison.isSame)
    }

    @Test("what the user asked for is answered by a sentence")
    func sentences() {
        var app = AppInspector(isLocal: false)
        let publish = APIRequest.publish(
            Publication(to: .channels(AppFixture.names("a", "b")), event: "x", data: "{}"))
        let situation = Self.situation(.seconds(1))
        let done = app.answered(Self.answer(publish, .done, at: .seconds(1)), situation)
        #expect(done == [.done("x was published to 2 channels")])
        let closed = app.answered(
            Self.answer(.terminate("u7"), .done, at: .seconds(1)), situation)
        #expect(closed == [.done("asked the server to close all connections of u7")])
        let failed = app.answered(
            Self.answer(publish, .failed(APIFailure(.refused, "No.")), at: .seconds(1)),
            situation)
        #expect(failed == [.failed("publish x to 2 channels: No.")])
    }

    @Test("a probe runs through the same reports")
    func probe() {
        let channel = ChannelName(wire: "news")
        var app = AppInspector(isLocal: false)
        let probe = PublishProbe(
            channel, count: 1, nonce: "abc", isSubscribed: false, at: .zero)
        let first = app.start(probe, at: .zero)
        #expect(first == [.subscribe(channel)])
        let subscribed = ClientReport(
            number: 1, time: AppFixture.at(.seconds(1)),
            kind: .subscriptionChanged(channel, .subscribed))
        guard case .request(let request)? = app.handle(subscribed).first,
            case .publish(let publication) = request
        else {
            Issue.record("nothing is published")
            return
        }
        let event = ChannelsEvent(
            name: PublishProbe.event, channel: channel, data: EventData(publication.data))
        let early = app.received(event, at: AppFixture.at(.seconds(2)))
        #expect(early.isEmpty)
        let end = app.answered(
            Self.answer(request, .done, at: .seconds(1)), Self.situation(.seconds(2)))
        #expect(end.first == .unsubscribe(channel))
        #expect(app.probe == nil)
    }
}

@Suite("A channel of the list and its subscription")
struct ChannelStandingTests {
    private static func row(_ users: Int?, firstSeen: Duration = .zero) -> OccupiedChannels.Row? {
        var table = OccupiedChannels()
        _ = table.listed(AppFixture.listed("other"), at: .zero)
        let name = ChannelName(wire: "presence-a")
        _ = table.listed([ListedChannel(name, users: users)], at: AppFixture.at(firstSeen))
        return table.rows[name]
    }

    private static func standing(
        _ users: Int?, _ state: SubscriptionState?, hasEvents: Bool = false, after time: Duration
    ) throws -> ChannelStanding {
        let subscription = state.map {
            ChannelStanding.Subscription(state: $0, since: .zero, hasEvents: hasEvents)
        }
        return ChannelStanding(
            try #require(Self.row(users)), subscription, at: AppFixture.at(time))
    }

    @Test("occupied by others, and nothing received, is told as such")
    func silent() throws {
        #expect(try Self.standing(3, .subscribed, after: .seconds(9)) == .subscribed)
        let silent = try Self.standing(3, .subscribed, after: .seconds(125))
        #expect(silent == .silent(for: .seconds(125)))
        #expect(
            silent.sentence == "occupied according to the server, but nothing received for 2m05s")
        let live = try Self.standing(3, .subscribed, hasEvents: true, after: .seconds(125))
        #expect(live == .subscribed)
        // Nobody else could send anything.
        #expect(try Self.standing(1, .subscribed, after: .seconds(125)) == .alone)
    }

    @Test("new, free and pending channels")
    func others() throws {
        #expect(try Self.standing(3, nil, after: .seconds(4)) == .appeared(for: .seconds(4)))
        #expect(try Self.standing(3, nil, after: .seconds(10)) == .free)
        #expect(try Self.standing(3, .subscribing, after: .seconds(4)) == .pending)
    }
}

@Suite("A line of the publish prompt")
struct PublishDraftTests {
    private static func problem(_ line: String) -> PublishDraft.Problem? {
        do throws(PublishDraft.Problem) {
            _ = try PublishDraft(line)
            return nil
        } catch {
            return error
        }
    }

    @Test("channels, users and data")
    func reading() throws {
        let one = try PublishDraft("a,b order.paid {\"id\": 17} ").publication
        #expect(one.target == .channels(AppFixture.names("a", "b")))
        #expect((one.event.text, one.data) == ("order.paid", "{\"id\": 17}"))
        #expect(try PublishDraft("@u7 x").publication.target == .user("u7"))
        #expect(try PublishDraft("#server-to-user-u7 x").publication.target == .user("u7"))
        #expect(try PublishDraft("a x").publication.data == "{}")
        // A name may contain a comma.
        let known = try PublishDraft("a,b x") { $0 == "a,b" }
        #expect(known.publication.target == .channels(AppFixture.names("a,b")))
        #expect(known.words == "x to a,b, 2 of 10,240 bytes, JSON")
    }

    @Test("what exceeds a limit is refused by a sentence, with its place")
    func limits() {
        #expect(Self.problem("a")?.text == "type channels or @user, then an event and its data")
        let name = Self.problem("a,b!c x")
        #expect(name?.range == 2..<5)
        let many = (0..<101).map { "c\($0)" }.joined(separator: ",")
        #expect(Self.problem("\(many) x")?.text.contains("between 1 and 100 channels") == true)
        let long = String(repeating: "x", count: 201)
        #expect(Self.problem("a \(long)")?.range == 2..<203)
        let data = String(repeating: "x", count: 10_241)
        #expect(
            Self.problem("a x \(data)")?.text == "the data is 10,241 bytes; the limit is 10,240")
        #expect(Self.problem("a x \(data.dropLast())") == nil)
        #expect(Self.problem("a,private-encrypted-b x")?.text.contains("its own key") == true)
        #expect(Self.problem("@ x")?.range == 0..<1)
    }
}
