import BuoyRecordingFiles
import BuoyTestBasics
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyProxy

/// A client and a server that talk through a proxy, and the time.
struct ProxiedDialogue {
    var client: ProxiedClient
    var now = ChannelsTimestamp.zero
    var link = 0

    init(_ query: String = "client=js&version=8.4.0&protocol=7") {
        let request = ProxiedRequest(target: "/app/key?\(query)", peer: "10.0.0.7:51234")
        self.client = ProxiedClient(
            ClientNumber(1), request, upstream: "ws.test:443", usesTLS: true)
    }

    mutating func wait(_ duration: Duration) {
        self.now = self.now.advanced(by: duration)
        self.client.passed(until: self.now)
    }

    mutating func connect(socket: String = "1.1") {
        self.attempt()
        self.client.upgraded(at: self.now)
        if let id = SocketID(socket) {
            self.server(.connectionEstablished(id, activityTimeout: .seconds(120)))
        }
    }

    mutating func attempt() {
        self.link += 1
        self.client.attempted(self.client.request, link: self.link, at: self.now)
    }

    mutating func server(_ message: ServerMessage) {
        let text = FrameCodec.encode(message)
        self.client.received(text, [0..<UInt32(text.count)], at: self.now)
    }

    mutating func sends(_ message: ClientMessage) {
        self.client.sent(FrameCodec.encode(message), at: self.now)
    }

    mutating func subscribe(_ names: String...) {
        for name in names {
            let channel = ChannelName(wire: name)
            self.sends(.subscribe(channel, ChannelAuthorization(auth: "key:signature")))
            self.server(.subscriptionSucceeded(channel, roster: nil))
        }
    }

    /// The client asks for an authorization, and has its answer 20 ms later.
    mutating func authorize(_ name: String, answer status: Int?) {
        guard let socketID = self.client.socketID else { return }
        var authorization = PassedAuthorization(
            socketID: socketID, channel: ChannelName(wire: name))
        self.client.passed(authorization, at: self.now)
        self.wait(.milliseconds(20))
        authorization.answer = .init(status: status, duration: .milliseconds(20))
        self.client.passed(authorization, at: self.now)
    }

    mutating func end(_ end: LinkEnd) { self.client.ended(end, at: self.now) }

    mutating func kinds() -> [ClientReport.Kind] { self.client.takeReports().map(\.kind) }

    /// The states of the connection since the last call.
    mutating func states() -> [ConnectionState] {
        self.kinds().compactMap {
            if case .stateChanged(let change) = $0 { change.current } else { nil }
        }
    }
}

@Suite("a client of the proxy")
struct ProxiedClientTests {
    @Test("connects, subscribes, receives and sends as a client of buoy")
    func ordinary() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        #expect(dialogue.states() == [.connecting, .connected])
        dialogue.subscribe("news", "private-a")
        #expect(dialogue.client.channelCounts == (2, 2))
        dialogue.server(
            .event(
                ChannelsEvent(
                    name: "headline", channel: ChannelName(wire: "news"), data: EventData("x"))))
        dialogue.sends(
            .event(
                ChannelsEvent(
                    name: "client-typing", channel: ChannelName(wire: "private-a"),
                    data: EventData("y"))))
        let kinds = dialogue.kinds()
        #expect(
            kinds.contains {
                if case .received(let event) = $0 { event.name == "headline" } else { false }
            })
        #expect(
            kinds.contains {
                if case .triggered(let event) = $0 { event.name == "client-typing" } else { false }
            })
        #expect(dialogue.client.traffic.received == 4)
        #expect(dialogue.client.traffic.sent == 3)
    }

    @Test("a refused subscription has the server's words")
    func refused() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.sends(
            .subscribe(ChannelName(wire: "private-a"), ChannelAuthorization(auth: "key:bad")))
        dialogue.server(
            .subscriptionError(
                ChannelName(wire: "private-a"), type: "AuthError", text: "bad key", status: 401))
        let failures = dialogue.kinds().compactMap { kind -> String? in
            if case .subscriptionChanged(ChannelName(wire: "private-a"), .failed(let failure)) =
                kind
            {
                failure.text
            } else {
                nil
            }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("bad key") == true)
    }

    @Test("its members come from the server, and its pings have round trips")
    func members() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.sends(
            .subscribe(
                ChannelName(wire: "presence-a"),
                ChannelAuthorization(auth: "key:s", channelData: #"{"user_id":"ana"}"#)))
        dialogue.server(
            .subscriptionSucceeded(
                ChannelName(wire: "presence-a"),
                roster: Roster(members: [PresenceMember(id: "ana", info: nil)])))
        dialogue.server(
            .memberAdded(ChannelName(wire: "presence-a"), PresenceMember(id: "bob", info: nil)))
        dialogue.sends(.ping)
        dialogue.now = dialogue.now.advanced(by: .milliseconds(20))
        dialogue.server(.pong)
        let kinds = dialogue.kinds()
        #expect(
            kinds.contains {
                if case .memberAdded(_, let member) = $0 { member.id == "bob" } else { false }
            })
        #expect(kinds.contains { $0 == .pongReceived(roundTrip: .milliseconds(20)) })
        #expect(
            kinds.contains {
                if case .membersReplaced(_, let members, _) = $0 {
                    members.me == "ana"
                } else {
                    false
                }
            })
    }

    @Test("after a close code, its library is expected to come back when its policy says")
    func expectation() throws {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.subscribe("a", "b", "c", "d", "e")
        dialogue.wait(.seconds(60))
        dialogue.end(.closedByServer(4200, reason: "restart"))
        var outage = try #require(dialogue.client.history.outages.last)
        let expected = try #require(outage.nextExpected)
        dialogue.now = expected
        dialogue.attempt()
        dialogue.end(.serverLost(isReset: true))
        dialogue.wait(.seconds(90))
        dialogue.connect(socket: "2.2")
        outage = try #require(dialogue.client.history.outages.last)
        #expect(outage.attempts.count == 2)
        #expect(outage.attempts[0].deviation(since: outage.start) == .asExpected)
        guard case .late = outage.attempts[1].deviation(since: outage.start) else {
            Issue.record("the second attempt came 90 s later than expected")
            return
        }
        dialogue.subscribe("a", "b", "c")
        #expect(
            dialogue.client.history.outages.last?.channelSentence == "3 of 5 channels came back")
        _ = dialogue.kinds()
        dialogue.wait(.seconds(11))
        let lost = dialogue.kinds().compactMap { kind -> ChannelName? in
            guard case .subscriptionChanged(let channel, .failed(let failure)) = kind else {
                return nil
            }
            // Nobody refused it.
            #expect(failure.phase == .notRequested)
            return channel
        }
        #expect(Set(lost.map(\.text)) == ["d", "e"])
        dialogue.subscribe("d", "e")
        #expect(dialogue.client.history.outages.last?.channelSentence == "all 5 channels came back")
    }

    @Test("of a storm, the first and the latest attempts are kept, with their numbers")
    func storm() throws {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.end(.serverLost(isReset: true))
        for _ in 1...64 {
            dialogue.wait(.milliseconds(100))
            dialogue.attempt()
            dialogue.end(.refused(status: 503))
        }
        dialogue.wait(.milliseconds(100))
        dialogue.connect(socket: "2.2")
        let outage = try #require(dialogue.client.history.outages.last)
        #expect(outage.attemptCount == 65)
        #expect(outage.attempts.map(\.number) == Array(1...20) + Array(46...65))
        #expect(outage.attempts.last?.failure == nil)
        #expect(outage.attempts.dropLast().last?.failure?.contains("503") == true)
        #expect(outage.attempts.last?.start == outage.end)
    }

    @Test("a code that forbids it ends the expectation")
    func givesUp() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.end(.closedByServer(4001, reason: ""))
        #expect(dialogue.states().last == .failed)
        #expect(dialogue.client.history.outages.last?.expectsEnd == true)
    }

    @Test("what is expected follows what the client was told, not what happened")
    func told() {
        var dialogue = ProxiedDialogue()
        dialogue.attempt()
        let failure = ConnectFailure(kind: .unreachable, what: "Connection refused")
        dialogue.end(.unreachable(failure, told: .close(4100)))
        let kinds = dialogue.kinds()
        let delays = kinds.compactMap { kind -> Duration? in
            if case .retryScheduled(let retry) = kind { retry.delay } else { nil }
        }
        #expect(delays == [.seconds(1)])
        // What is reported is what happened.
        #expect(
            kinds.contains {
                if case .attemptFailed(_, let end, _) = $0 {
                    end == .failed(failure)
                } else {
                    false
                }
            })
        #expect(dialogue.client.frames.latest(1).first?.text.contains("closed with 4100") == true)
    }

    @Test("a server that is down is to the client a reset, whatever kept the proxy from it")
    func unreached() throws {
        let failures: [ConnectFailure.Kind] = [
            .refused, .nameNotResolved, .tls(reason: "expired", isCertificate: true),
        ]
        for kind in failures {
            var dialogue = ProxiedDialogue()
            dialogue.connect()
            dialogue.wait(.seconds(60))
            dialogue.end(.serverLost(isReset: true))
            dialogue.wait(.seconds(1))
            dialogue.attempt()
            let failure = ConnectFailure(kind: kind, what: "It is down")
            dialogue.end(.unreachable(failure, told: .reset))
            dialogue.wait(.seconds(15))
            dialogue.connect(socket: "2.2")
            let outage = try #require(dialogue.client.history.outages.last)
            #expect(outage.attempts.map { $0.failure == nil } == [false, true], "\(kind)")
            #expect(
                outage.attempts.map { $0.deviation(since: outage.start) }
                    == [.asExpected, .asExpected], "\(kind)")
        }
    }

    @Test("pusher-js counts to unavailable from its first attempt, others from the loss")
    func unavailable() {
        for (query, seconds) in [("client=js&version=8.6.0", 11), ("client=Pysher", 10)] {
            var dialogue = ProxiedDialogue(query)
            dialogue.connect()
            dialogue.wait(.seconds(60))
            dialogue.end(.serverLost(isReset: true))
            dialogue.wait(.seconds(1))
            dialogue.attempt()
            dialogue.end(.refused(status: 503))
            dialogue.wait(.seconds(seconds - 1) - .milliseconds(1))
            #expect(dialogue.client.state == .connecting, "\(query)")
            dialogue.wait(.milliseconds(1))
            #expect(dialogue.client.state == .unavailable, "\(query)")
        }
    }

    @Test("pusher-js is never unavailable while it is told to come back")
    func neverUnavailable() {
        for end in [
            LinkEnd.closedByServer(4100, reason: ""),
            .unreachable(ConnectFailure(kind: .refused, what: ""), told: .close(4100)),
        ] {
            var dialogue = ProxiedDialogue()
            dialogue.connect()
            dialogue.end(.closedByServer(4100, reason: ""))
            for _ in 0..<60 {
                dialogue.wait(.seconds(1))
                dialogue.attempt()
                dialogue.end(end)
            }
            #expect(!dialogue.states().contains(.unavailable), "\(end)")
        }
    }

    @Test("pusher-js that was unavailable connects again once it is told to come back")
    func availableAgain() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.end(.serverLost(isReset: true))
        dialogue.wait(.seconds(1))
        dialogue.attempt()
        dialogue.end(.refused(status: 503))
        dialogue.wait(.seconds(15))
        dialogue.attempt()
        dialogue.end(.closedByServer(4100, reason: ""))
        _ = dialogue.states()
        #expect(dialogue.client.state == .unavailable)
        dialogue.wait(.seconds(1))
        dialogue.attempt()
        #expect(dialogue.states() == [.connecting])
        dialogue.end(.refused(status: 503))
        dialogue.wait(.seconds(10))
        #expect(dialogue.states() == [.unavailable])
    }

    @Test("an attempt of a client that was expected to stop was not expected")
    func unexpected() throws {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.end(.closedByServer(4001, reason: ""))
        dialogue.wait(.seconds(10))
        dialogue.connect(socket: "2.2")
        let outage = try #require(dialogue.client.history.outages.last)
        #expect(outage.isUnexpected)
        #expect(outage.attempts.map { $0.deviation(since: outage.start) } == [.unexpected])
    }

    @Test("what a fault did to an attempt says so")
    func faults() {
        for end in [LinkEnd.refused(status: 503, isFault: true), .unanswered] {
            var dialogue = ProxiedDialogue()
            dialogue.attempt()
            dialogue.end(end)
            let isByFault = dialogue.kinds().contains { kind in
                if case .attemptFailed(_, let end, _) = kind { end.isInjected } else { false }
            }
            #expect(isByFault, "\(end)")
            #expect(
                dialogue.client.frames.latest(1).first?.text.contains("a fault made by buoy")
                    == true)
        }
    }

    @Test("a client that leaves because a fault withheld its pong was lost by the fault")
    func withheldPong() {
        for end in [
            LinkEnd.closedByClient(nil, isWithheld: true),
            .clientLost(isReset: false, isWithheld: true),
        ] {
            var dialogue = ProxiedDialogue()
            dialogue.connect()
            dialogue.sends(.ping)
            dialogue.wait(.seconds(30))
            dialogue.end(end)
            #expect(
                dialogue.client.history.outages.last?.cause
                    == "no pong within 30s (fault)")
        }
    }

    @Test("an authorization that is refused says why its channel did not come back")
    func refusedAuthorization() throws {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.subscribe("private-a", "private-b")
        dialogue.end(.serverLost(isReset: true))
        dialogue.wait(.seconds(1))
        dialogue.connect(socket: "2.2")
        _ = dialogue.kinds()
        dialogue.authorize("private-a", answer: 200)
        #expect(dialogue.client.channelCounts == (2, 0))
        dialogue.subscribe("private-a")
        dialogue.authorize("private-b", answer: 403)
        let kinds = dialogue.kinds()
        let answers = kinds.compactMap { kind -> Int? in
            if case .authorizationAnswered(let report) = kind { report.status } else { nil }
        }
        #expect(answers == [200, 403])
        #expect(
            kinds.contains {
                guard case .subscriptionChanged(_, .failed(let failure)) = $0 else { return false }
                return failure.phase == .authorization && failure.status == 403
            })
        let outage = try #require(dialogue.client.history.outages.last)
        #expect(outage.channelSentence == "1 of 2 channels came back")
        #expect(outage.missingLines == ["private-b: refused, authorization returned 403"])
        // It was asked for, so it is not missing for another reason later.
        dialogue.wait(.seconds(20))
        #expect(dialogue.client.history.outages.last?.missingLines == outage.missingLines)
    }

    @Test("a channel that was never authorized is listed as refused")
    func neverAuthorized() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.authorize("private-new", answer: 403)
        #expect(dialogue.client.channelCounts == (1, 0))
        dialogue.authorize("private-new", answer: 200)
        dialogue.subscribe("private-new")
        #expect(dialogue.client.channelCounts == (1, 1))
    }

    @Test("leaving with a close frame is no loss, after an unanswered ping it is one")
    func leaving() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.end(.closedByClient(1000))
        #expect(dialogue.states().last == .disconnected)
        #expect(dialogue.client.history.outages.last?.isWanted == true)

        dialogue.connect(socket: "2.2")
        dialogue.sends(.ping)
        dialogue.wait(.seconds(30))
        dialogue.end(.closedByClient(nil))
        let ends = dialogue.kinds().compactMap { kind -> ConnectionEnd? in
            if case .stateChanged(let change) = kind { change.cause.end } else { nil }
        }
        #expect(ends.last == .pongMissing(after: .seconds(30)))
    }

    @Test("a pong to a ping from before the connection is no surprise")
    func earlyPing() {
        var dialogue = ProxiedDialogue()
        dialogue.attempt()
        dialogue.client.upgraded(at: dialogue.now)
        dialogue.sends(.ping)
        if let id = SocketID("1.1") {
            dialogue.server(.connectionEstablished(id, activityTimeout: .seconds(120)))
        }
        dialogue.server(.pong)
        #expect(!dialogue.kinds().contains { if case .problem = $0 { true } else { false } })
    }

    @Test("an unknown library is expected to do nothing")
    func unknown() {
        var dialogue = ProxiedDialogue("protocol=7")
        dialogue.connect()
        dialogue.end(.serverLost(isReset: false))
        dialogue.attempt()
        dialogue.end(.refused(status: 503))
        #expect(dialogue.client.history.outages.last?.nextExpected == nil)
        #expect(!dialogue.kinds().contains { if case .retryScheduled = $0 { true } else { false } })
        #expect(dialogue.client.request.library.title == "unknown client")
    }

    @Test("events of encrypted channels stay as they are")
    func encrypted() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.subscribe("private-encrypted-a")
        dialogue.server(
            .event(
                ChannelsEvent(
                    name: "secret", channel: ChannelName(wire: "private-encrypted-a"),
                    data: EventData("{}"))))
        #expect(dialogue.kinds().contains { if case .received = $0 { true } else { false } })
    }

    @Test("signatures are not in the frames that are shown")
    func masks() {
        var dialogue = ProxiedDialogue()
        dialogue.connect()
        dialogue.sends(
            .subscribe(
                ChannelName(wire: "private-a"), ChannelAuthorization(auth: "key:0123456789abcdef")))
        dialogue.client.sent(
            Array(#"{"event":"x","data":{"auth":"key:0123456789abcdef"}}"#.utf8), at: .zero)
        let texts = dialogue.client.frames.latest(10).map(\.text)
        #expect(texts.contains { $0.contains("private-a") })
        #expect(!texts.contains { $0.contains("0123456789abcdef") })
    }
}

@Suite("the libraries that clients name")
struct ClientLibraryTests {
    @Test(
        "are known by their queries",
        arguments: [
            ("client=js&version=8.4.0", "pusher-js 8.4.0", "pusher-js"),
            ("client=pusher-websocket-swift&version=10.1.6", "PusherSwift 10.1.6", "pusher-swift"),
            ("client=pusher-websocket-swift&version=5.1.1", "PusherSwift 5.1.1", "pusher-swift-5"),
            ("client=libPusher&version=1.6", "libPusher 1.6", "libpusher"),
            ("client=java-client&version=2.4.4", "pusher-java-client 2.4.4", "pusher-java"),
            ("client=Pysher&version=1.0.7", "pysher 1.0.7", "pysher"),
            ("client=mine%20own", "mine own", nil),
        ])
    func known(query: String, title: String, policy: String?) {
        let request = ProxiedRequest(target: "/prefix/app/key?\(query)", peer: "[::1]:4711")
        #expect(request.library.title == title)
        #expect(request.library.policy?.name == policy)
        #expect(request.key == "key")
        #expect(request.host == "[::1]")
    }

    @Test(
        "a request that says nothing is one too",
        arguments: ["", "/", "/app", "/app/", "/?&&=&client"])
    func empty(target: String) {
        let request = ProxiedRequest(target: target, peer: "?")
        #expect(request.key == "")
        #expect(request.library.title == "unknown client")
    }
}

@Suite("which connections belong to a client")
struct ClientDirectoryTests {
    private static func request(_ client: String = "js", from peer: String) -> ProxiedRequest {
        ProxiedRequest(target: "/app/key?client=\(client)", peer: peer)
    }

    @Test("one that comes back is the same, one beside it is another")
    func identity() {
        var directory = ClientDirectory()
        let first = directory.opened(Self.request(from: "10.0.0.7:1"), link: 1).client
        let second = directory.opened(Self.request(from: "10.0.0.7:2"), link: 2).client
        #expect(first != second)
        #expect(
            directory.opened(Self.request("swift", from: "10.0.0.7:3"), link: 3).client.value == 3)
        directory.closed(link: 2)
        #expect(directory.opened(Self.request(from: "10.0.0.7:4"), link: 4).client == second)
        directory.closed(link: 1)
        #expect(directory.opened(Self.request(from: "10.0.0.7:5"), link: 5).client == first)
    }

    @Test("one that left behind the back of a silence is the same")
    func silenced() {
        var directory = ClientDirectory()
        let first = directory.opened(Self.request(from: "10.0.0.7:1"), link: 1).client
        let again = directory.opened(Self.request(from: "10.0.0.7:2"), link: 2) { _ in true }.client
        #expect(first == again)
        // The end of the old connection does not end the new one.
        directory.closed(link: 1)
        #expect(directory.client(ofLink: 2) == first)
        #expect(directory.opened(Self.request(from: "10.0.0.7:3"), link: 3).client != first)
    }

    @Test("one that is gone can be forgotten, and is another one if it comes back")
    func forgetting() {
        var directory = ClientDirectory()
        let first = directory.opened(Self.request(from: "10.0.0.7:1"), link: 1).client
        let isForgotten = directory.forget(first)
        #expect(!isForgotten)
        directory.closed(link: 1)
        let isForgottenThen = directory.forget(first)
        #expect(isForgottenThen)
        #expect(directory.opened(Self.request(from: "10.0.0.7:2"), link: 2).client != first)
    }

    @Test("attempts with TLS are those of the clients there that wait, in their order")
    func triesTLS() {
        var clients = ProxiedClients(upstream: "ws.test:443", usesTLS: true)
        var directory = ClientDirectory()
        let connections = { (clients: ProxiedClients) in
            ClientsOverview(clients, selected: nil, at: .zero).rows.map(\.connections)
        }
        var now = ChannelsTimestamp.zero
        for link in 1...3 {
            now = now.advanced(by: .milliseconds(10))
            let request = Self.request(from: "10.0.0.\(link < 3 ? 7 : 8):1")
            let assignment = directory.opened(request, link: link)
            clients.handle(.attempted(request, assignment), ofLink: link, at: now)
        }
        for _ in 0..<2 {
            now = now.advanced(by: .seconds(2))
            clients.handle(.triedTLS(peer: "10.0.0.7:9"), ofLink: 0, at: now)
        }
        #expect(connections(clients) == [2, 2, 1])
        #expect(clients.takeStrays().isEmpty)
        clients.handle(.triedTLS(peer: "10.0.0.9:9"), ofLink: 0, at: now)
        // Too long after its other attempts.
        now = now.advanced(by: .seconds(60))
        clients.handle(.triedTLS(peer: "10.0.0.8:9"), ofLink: 0, at: now)
        #expect(clients.takeStrays().map(\.peer) == ["10.0.0.9:9", "10.0.0.8:9"])
        #expect(connections(clients) == [2, 2, 1])
    }

    @Test("each client is recorded in a file of its own, without its key")
    func recording() throws {
        let folder = try TestFolder()
        var recorder = ProxyRecorder(folder: folder.path, at: .zero)
        var clients = ProxiedClients(upstream: "ws.test:443", usesTLS: true)
        var directory = ClientDirectory()
        for link in 1...2 {
            let request = Self.request(from: "10.0.0.\(link):1")
            clients.handle(
                .attempted(request, directory.opened(request, link: link)), ofLink: link, at: .zero)
        }
        clients.handle(.ended(.refused(status: 503)), ofLink: 2, at: .zero)
        recorder.write(clients.takeReports(), of: clients, at: .zero)
        recorder.finish()
        #expect(recorder.takeWarnings().isEmpty)
        let second = try RecordingFile(folder.path + "/client-2.jsonl")
        #expect(second.header.server == "client 2" && second.header.address == "ws.test:443")
        var cursor = RecordingCursor(second, at: second.start)
        let failures = cursor.next().count {
            guard case .event(let report) = $0.line else { return false }
            if case .attemptFailed = report.kind { return true }
            return false
        }
        #expect(failures == 1)
        #expect(try RecordingFile(folder.path + "/client-1.jsonl").header.server == "client 1")
        // A folder that is gone is told once for each client.
        var other = ProxyRecorder(folder: folder.path + "/gone", at: .zero)
        clients.handle(.ended(.refused(status: 503)), ofLink: 1, at: .zero)
        other.write(clients.takeReports(), of: clients, at: .zero)
        #expect(other.takeWarnings().count == 1)
    }

    @Test("a client that has been gone for ten minutes can be forgotten")
    func longGone() {
        var clients = ProxiedClients(upstream: "ws.test:443", usesTLS: true)
        var directory = ClientDirectory()
        let request = Self.request(from: "10.0.0.7:1")
        let assignment = directory.opened(request, link: 1)
        clients.handle(.attempted(request, assignment), ofLink: 1, at: .zero)
        #expect(clients.longGone(at: ChannelsTimestamp.zero.advanced(by: .seconds(900))).isEmpty)
        clients.handle(.ended(.refused(status: 503)), ofLink: 1, at: .zero)
        #expect(clients.longGone(at: ChannelsTimestamp.zero.advanced(by: .seconds(599))).isEmpty)
        let gone = clients.longGone(at: ChannelsTimestamp.zero.advanced(by: .seconds(600)))
        #expect(gone == [assignment.client])
        clients.forget(assignment.client)
        #expect(clients.longGone(at: ChannelsTimestamp.zero.advanced(by: .seconds(600))).isEmpty)
    }

    @Test("the frames of all clients have one limit, and those of the busiest one go first")
    func frameMemory() throws {
        var clients = ProxiedClients(upstream: "ws.test:443", usesTLS: true, frameLimit: 100_000)
        var directory = ClientDirectory()
        var numbers: [ClientNumber] = []
        for link in 1...3 {
            let request = Self.request("c\(link)", from: "10.0.0.7:1")
            let assignment = directory.opened(request, link: link)
            clients.handle(.attempted(request, assignment), ofLink: link, at: .zero)
            clients.handle(.upgraded, ofLink: link, at: .zero)
            numbers.append(assignment.client)
        }
        let text = [UInt8](repeating: UInt8(ascii: "1"), count: 5_000)
        for count in 1...100 {
            clients.handle(.sent(text), ofLink: 1, at: .zero)
            if count <= 3 { clients.handle(.sent(text), ofLink: 2, at: .zero) }
            if count % 10 == 0 { clients.handle(.sent([49]), ofLink: 3, at: .zero) }
            #expect(clients.frameBytes <= 100_000)
        }
        let kept = numbers.map {
            ClientsOverview(clients, selected: $0, at: .zero).frames.count
        }
        #expect((14...16).contains(kept[0]), "\(kept)")
        #expect(kept[1...] == [3, 10])
        for client in numbers { clients.forget(client) }
        #expect(clients.frameBytes == 0)
    }

    @Test("a frame does not keep the others of its read in memory")
    func frameAlone() {
        var frames = FrameMemory()
        let read = [UInt8](repeating: 49, count: 100_000)
        frames.add(read, [10..<20, 30..<40], isSent: false, at: .zero)
        #expect(frames.bytes < 500)
        #expect(frames.latest(9).map(\.text) == ["1111111111", "1111111111"])
    }

    @Test("the one that has been away for longest is forgotten")
    func limit() {
        var directory = ClientDirectory()
        for link in 1...ClientDirectory.limit {
            _ = directory.opened(Self.request("c\(link)", from: "10.0.0.7:1"), link: link)
        }
        directory.closed(link: 7)
        directory.closed(link: 3)
        let next = directory.opened(Self.request("new", from: "10.0.0.7:1"), link: 9999)
        #expect(next.forgotten == ClientNumber(7))
    }
}
