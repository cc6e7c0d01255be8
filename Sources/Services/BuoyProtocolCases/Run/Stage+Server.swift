import BuoyProgramSupport
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol
import ChannelsSigning
import ChannelsTransport

// A client of the server: connecting, subscribing, signing in.
extension Stage {
    func playClient(_ given: CaseStep, _ text: String) async throws(StepFailure) {
        var step = given
        step.connection = try self.text.expand(given.connection)
        switch step.verb {
        case .open: _ = try await self.open(step.connection, text)
        case .connect: try await self.connect(step, text)
        case .subscribe: try await self.subscribe(step, text)
        case .unsubscribe:
            let message: JSONValue = [
                "event": "pusher:unsubscribe", "data": ["channel": JSONValue(text)],
            ]
            try self.seat(step.connection).peer.send(message.compactText)
        case .signIn: try await self.signIn(step, text)
        case .rejected: try await self.rejected(step, text)
        default: try await self.refused(step, text)
        }
    }

    private func open(_ name: String, _ target: String) async throws(StepFailure) -> Seat {
        guard case .server(let place) = self.subject else { throw StepFailure("no server") }
        let endpoint = WebSocketEndpoint(
            place.origin, target: place.path + target, headers: place.headers)
        let connection = try await Self.patiently { () throws(TransportError) in
            try await Self.dial(endpoint)
        }
        // As any client answers pings.
        let answers = AutomaticAnswers(socketID: "")
        self.answers[name] = answers
        let link = CaseTrace.Link(name: name, url: "\(place.origin.url)\(place.path)\(target)")
        return self.add(Peer(connection, self.trace, link, answer: answers.answer), as: name)
    }

    /// A server that has ended may be started again by its supervisor.
    private static func patiently<Value: Sendable>(
        _ attempt: () async throws(TransportError) -> Value
    ) async throws(StepFailure) -> Value {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            do throws(TransportError) { return try await attempt() } catch {
                guard case .connectFailed = error else {
                    var failure = StepFailure(error.parts(in: .program).reason)
                    failure.lostConnection = true
                    throw failure
                }
                guard ContinuousClock.now < deadline else {
                    throw StepFailure("the server can no longer be reached", isObstacle: true)
                }
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    static func dial(
        _ endpoint: WebSocketEndpoint
    ) async throws(TransportError) -> any WebSocketConnection {
        let attempt = Task { () -> Result<any WebSocketConnection, TransportError> in
            do throws(TransportError) {
                return .success(
                    try await NIOWebSocketConnector().connect(to: endpoint, progress: { _ in }))
            } catch { return .failure(error) }
        }
        let alarm = Task {
            try? await Task.sleep(for: .seconds(10))
            attempt.cancel()
        }
        defer { alarm.cancel() }
        return try await attempt.value.get()
    }

    private func connect(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        let target = text.isEmpty ? try self.text.expand("$target") : text
        let seat = try await self.open(step.connection, target)
        let established = MessagePattern(["event": "pusher:connection_established"])
        let deadline = self.deadline(step)
        // What it says is read, and then expected.
        while seat.unread.isEmpty, seat.closure == nil,
            let input = await seat.peer.inbox.next(before: deadline)
        {
            switch input {
            case .text(let text): seat.unread.append(text)
            case .closed(let code, let reason): seat.closure = (code, reason)
            case .other: break
            }
        }
        if let data = seat.unread.first.flatMap(JSONValue.parse)?["data"] {
            let fields = data.stringValue.flatMap(JSONValue.parse) ?? data
            self.text.words["\(step.connection).socket"] = fields["socket_id"]?.stringValue
            self.text.words["activity"] = fields["activity_timeout"]?.intValue.map(String.init)
        }
        try await self.expect(established, at: seat, deadline)
    }

    /// `a subscribe CHANNEL [USER]`, with a valid signature, and waits for the success.
    private func subscribe(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        let words = text.split(separator: " ").map(String.init)
        guard let channel = words.first else { throw StepFailure("subscribe needs a channel") }
        let seat = try self.seat(step.connection)
        var data: [JSONValue.Object.Member] = [.init(key: "channel", value: JSONValue(channel))]
        if ChannelName(wire: channel).kind.needsAuthorization {
            let member = words.count > 1 ? StageText.channelData(words[1]) : nil
            let auth = try self.text.auth(
                self.text.expand("$\(step.connection).socket"), channel: channel,
                channelData: member)
            data.append(.init(key: "auth", value: JSONValue(auth)))
            if let member { data.append(.init(key: "channel_data", value: JSONValue(member))) }
        }
        let message: JSONValue = [
            "event": "pusher:subscribe", "data": .object(JSONValue.Object(data)),
        ]
        seat.peer.send(message.compactText)
        let success: JSONValue = [
            "event": "pusher_internal:subscription_succeeded", "channel": JSONValue(channel),
        ]
        try await self.expect(MessagePattern(success), at: seat, self.deadline(step))
    }

    /// `a sign-in USER [WATCHED,…]`, and waits for the success.
    private func signIn(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        let words = text.split(separator: " ").map(String.init)
        let seat = try self.seat(step.connection)
        let watching = words.dropFirst().first?.split(separator: ",").map(String.init) ?? []
        let userData = StageText.userData(words.first ?? "", watching: watching)
        let auth = try self.text.auth(
            self.text.expand("$\(step.connection).socket"), userData: userData)
        let message: JSONValue = [
            "event": "pusher:signin",
            "data": ["auth": JSONValue(auth), "user_data": JSONValue(userData)],
        ]
        seat.peer.send(message.compactText)
        try await self.expect(
            MessagePattern(["event": "pusher:signin_success"]), at: seat, self.deadline(step))
    }

    /// `a rejected CHANNEL`: no success. An error is not waited for in vain, as some servers only
    /// close the connection, or say nothing.
    private func rejected(_ step: CaseStep, _ channel: String) async throws(StepFailure) {
        let seat = try self.seat(step.connection)
        let success: JSONValue = [
            "event": "pusher_internal:subscription_succeeded", "channel": JSONValue(channel),
        ]
        let isSuccess: (String) -> Bool = MessagePattern(success).matches
        let errors = try MessagePattern(
            #"{"event":"pusher:error"} || {"event":"pusher:subscription_error"}"#
                + #" || {"event":"pusher_internal:subscription_error"}"#)
        let end = ContinuousClock.now + .seconds(2)
        while seat.closure == nil, !seat.unread.contains(where: errors.matches),
            !seat.unread.contains(where: isSuccess), let input = await self.pull(seat, end)
        {
            if case .text(let text) = input { seat.unread.append(text) }
        }
        // A busy server has answered by then.
        if !seat.unread.contains(where: errors.matches) { try? await self.alive(seat) }
        if let found = seat.unread.first(where: isSuccess) {
            throw StepFailure("received \(Self.excerpt(found))")
        }
        seat.unread.removeAll(where: errors.matches)
    }

    /// `a refused CODES`: with a `pusher:error`, a close code, or both.
    private func refused(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        let seat = try self.seat(step.connection)
        let ranges = text.split(separator: ",").map {
            #"{"event":"pusher:error","data":{"code":"<\#($0)>"}}"#
        }
        let pattern = try MessagePattern(ranges.joined(separator: " || "))
        do throws(StepFailure) {
            try await self.expect(pattern, at: seat, self.deadline(step))
        } catch {
            guard seat.closure != nil else { throw error }
            try await self.closed(text, at: seat, .now)
        }
    }
}

// The HTTP API and webhooks.
extension Stage {
    func playAPI(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        switch step.verb {
        case .webhook: try await self.webhook(step, text)
        case .publish:
            let words = text.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3 else {
                throw StepFailure("publish needs an event, a channel and data")
            }
            let body: JSONValue = [
                "name": JSONValue(words[0]), "channels": [JSONValue(words[1])],
                "data": JSONValue(words[2]),
            ]
            try await self.call("POST /events \(body.compactText) -> 200-202")
        default: try await self.call(text)
        }
    }

    private static let flaws = ["unsigned", "stale", "wrong-secret", "wrong-key", "tampered"]

    /// `[FLAW] METHOD PATH [BODY] -> STATUS [PATTERN]`
    private func call(_ text: String) async throws(StepFailure) {
        guard case .server(let place) = self.subject, let appID = place.appID,
            let secret = place.secret
        else { throw StepFailure("the app's id and secret are unknown") }
        guard let arrow = text.ranges(of: " -> ").last else {
            throw StepFailure("a call needs -> and a status")
        }
        var words = text[..<arrow.lowerBound].split(separator: " ", maxSplits: 3)[...]
        let flaw = words.first.flatMap { Self.flaws.contains(String($0)) ? String($0) : nil }
        if flaw == nil {
            words = text[..<arrow.lowerBound].split(separator: " ", maxSplits: 2)[...]
        } else {
            words.removeFirst()
        }
        let parts = Array(words)
        guard parts.count >= 2 else { throw StepFailure("a call needs a method and a path") }
        let request = try Self.request(
            String(parts[0]), "\(place.apiPath)/apps/\(appID)\(parts[1])",
            parts.count > 2 ? Array(parts[2].utf8) : [], flaw, place, secret)
        let start = self.trace.now()
        let response = try await Self.patiently { () throws(TransportError) in
            try await NIOHTTPRequester().send(
                request, timeLimit: .seconds(10), bodyLimit: 1 << 20)
        }
        self.trace.addCall(request, at: start, response)
        try self.check(response, against: text[arrow.upperBound...])
    }

    private func check(
        _ response: HTTPResponse, against text: Substring
    ) throws(StepFailure) {
        let expected = text.split(separator: " ", maxSplits: 1)
        let body = String(decoding: response.body, as: UTF8.self)
        let words = Self.excerpt(String(body.prefix(300)))
        guard let codes = expected.first, Self.codes(String(codes), contain: response.status) else {
            throw StepFailure("status \(response.status): \(words)")
        }
        guard expected.count > 1 else { return }
        guard try MessagePattern(String(expected[1])).matches(body) else {
            throw StepFailure("the response is \(words)")
        }
    }

    private static func request(
        _ method: String, _ target: String, _ body: [UInt8], _ flaw: String?,
        _ place: TestedServer, _ secret: AppSecret
    ) throws(StepFailure) -> HTTPRequest {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let query = [RequestParameter](encoded: (parts.count > 1 ? parts[1] : "").utf8) ?? []
        let now = SystemTime().now().wallMicroseconds / 1_000_000 - (flaw == "stale" ? 1200 : 0)
        let signed: SignedRequest
        do throws(SigningError) {
            signed = try SignedRequest(
                method: method, path: parts[0], parameters: query, body: body,
                key: flaw == "wrong-key" ? "conform-unknown" : place.key,
                secret: flaw == "wrong-secret" ? AppSecret("conform-wrong") : secret,
                unixTime: now)
        } catch { throw StepFailure(error.description) }
        let sent = flaw == "tampered" ? body + Array(" ".utf8) : body
        let search = flaw == "unsigned" ? query.encoded : signed.query
        return HTTPRequest(
            method: method, origin: place.apiOrigin, target: "\(parts[0])?\(search)",
            headers: [
                HTTPHeader("Host", place.apiOrigin.hostHeader),
                HTTPHeader("Content-Type", "application/json"),
            ], body: sent)
    }

    private func webhook(_ step: CaseStep, _ text: String) async throws(StepFailure) {
        guard case .server(let place) = self.subject, let board = place.webhooks else {
            throw StepFailure("webhooks are not received")
        }
        let found = await board.wait(
            for: try MessagePattern(text), until: .now + (step.limit ?? .seconds(15)))
        guard !found else { return }
        throw StepFailure(await board.missing(try MessagePattern(text)))
    }
}
