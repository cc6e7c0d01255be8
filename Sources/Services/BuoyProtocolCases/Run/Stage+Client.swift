import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import ChannelsTransport

// A server for the client: accepting, refusing and counting connections.
extension Stage {
    private func host() throws(StepFailure) -> ClientHost {
        guard case .client(let host) = self.subject else { throw StepFailure("no client") }
        return host
    }

    func playServer(_ given: CaseStep, _ text: String) async throws(StepFailure) {
        var step = given
        step.connection = try self.text.expand(given.connection)
        let host = try self.host()
        switch step.verb {
        case .accept, .take: try await self.accept(step, text, host)
        case .meet: try await self.meet(step, text, host)
        case .quiet: try await self.quiet(text, host)
        default: try await self.auth(step, text, host)
        }
    }

    /// `b accept [after 1s]`: the next connection, not earlier than that after the last close.
    private func accept(
        _ step: CaseStep, _ text: String, _ host: ClientHost
    ) async throws(StepFailure) {
        let start = ContinuousClock.now
        let deadline = start + (step.limit ?? Self.patienceWithClients)
        let arrival = await host.arrivals.next(before: deadline)
        if let earliest = Self.time(after: "after", in: text), let arrival {
            let wait = arrival.time - (self.closing ?? start)
            guard wait >= earliest else {
                throw StepFailure("the client was back after \(Self.words(wait))")
            }
        }
        guard let arrival else {
            throw StepFailure("the client did not connect")
        }
        if let pattern = text.split(separator: " ").first, pattern.hasPrefix("/") {
            guard Wildcard(String(pattern)).matches(arrival.target) else {
                throw StepFailure("the client requested \(arrival.target.prefix(200))")
            }
        }
        let socketID = host.newSocketID()
        self.text.words["\(step.connection).socket"] = socketID
        let answers = AutomaticAnswers(socketID: socketID)
        answers.turn(on: step.verb == .accept)
        self.answers[step.connection] = answers
        self.ends.append(arrival.end)
        let link = CaseTrace.Link(
            name: step.connection, url: "ws://127.0.0.1:\(host.port)\(arrival.target)")
        let seat = self.add(
            Peer(arrival.connection, self.trace, link, isClient: true, answer: answers.answer),
            as: step.connection)
        guard step.verb == .accept else { return }
        let activity = self.text.words["activity"].flatMap { Int($0) } ?? 120
        seat.peer.send(ClientHost.established(socketID, activity: activity))
    }

    private static let patienceWithClients = Duration.seconds(40)

    /// `meet close 4200 for 8s at most 20 [at least 2]`: what happens to each connection for a
    /// time, and how many there may be.
    private func meet(
        _ step: CaseStep, _ text: String, _ host: ClientHost
    ) async throws(StepFailure) {
        guard let meeting = Self.meeting(in: text),
            let time = step.limit ?? Self.time(after: "for", in: text)
        else { throw StepFailure("meet needs an action and a time") }
        // In the first step, clients may be there already.
        let before = self.hasPlayed ? host.times.count : 0
        host.meeting = meeting
        try? await Task.sleep(for: time)
        host.meeting = .hold
        let times = host.times.dropFirst(before)
        let count = times.count
        if let most = Self.number(after: "at most", in: text), count > most {
            throw StepFailure(
                "the client connected \(Figures.counted(count, "time")) in \(time.typed)")
        }
        if let least = Self.number(after: "at least", in: text), count < least {
            throw StepFailure(
                "the client connected only \(Figures.counted(count, "time")) in \(time.typed)")
        }
        guard let least = Self.time(after: "spread", in: text), let first = times.first,
            let last = times.prefix(Self.number(after: "at least", in: text) ?? 1).last
        else { return }
        guard last - first >= least else {
            throw StepFailure("the clients connected within \(Self.words(last - first))")
        }
    }

    static func meeting(in text: String) -> ClientHost.Meeting? {
        let words = text.split(separator: " ")
        let number = words.dropFirst().first.flatMap { Int($0) }
        return switch words.first {
        case "refuse": .refuse(number ?? 503)
        case "close": .close(UInt16(clamping: number ?? 1000))
        case "establish-and-close": .closeLater(UInt16(clamping: number ?? 1000))
        case "error": .error(number ?? 4200)
        case "hang": .hang
        case "drop": .drop
        case "end": .end
        default: nil
        }
    }

    /// `quiet 5s`: no client connects.
    private func quiet(_ text: String, _ host: ClientHost) async throws(StepFailure) {
        guard let time = Duration(typed: text) else { throw StepFailure("quiet needs a time") }
        let before = host.times.count
        let arrival = await host.arrivals.next(before: .now + time)
        guard arrival == nil, host.times.count == before else {
            throw StepFailure("the client connected again")
        }
    }

    /// `auth asked CHANNEL`, `auth silent 2s`, or what the endpoint answers from now on:
    /// `auth signed`, `auth status 403`, `auth text {}`, `auth hang`.
    private func auth(
        _ step: CaseStep, _ text: String, _ host: ClientHost
    ) async throws(StepFailure) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case "signed": host.endpoint = .signed
        case "status": host.endpoint = .status(Int(rest) ?? 403)
        case "text": host.endpoint = .text(rest)
        case "hang": host.endpoint = .silent
        case "asked":
            let deadline = ContinuousClock.now + (step.limit ?? Self.patience)
            while let asked = await host.requests.next(before: deadline) {
                if asked.channel == rest { return }
            }
            throw StepFailure("the endpoint received no request for \(rest)")
        case "at":
            let most = Self.number(after: "most", in: text) ?? 0
            let count = host.asked.count
            guard count <= most else {
                throw StepFailure("the endpoint received \(Figures.counted(count, "request"))")
            }
        default: throw StepFailure("unknown: auth \(text)")
        }
    }

    static func number(after word: String, in text: String) -> Int? {
        text.firstRange(of: word + " ").flatMap {
            Int(text[$0.upperBound...].prefix(while: \.isNumber))
        }
    }

    private static func time(after word: String, in text: String) -> Duration? {
        let words = text.split(separator: " ").map(String.init)
        guard let index = words.firstIndex(of: word), index + 1 < words.count else { return nil }
        return Duration(typed: words[index + 1])
    }

    private static func words(_ time: Duration) -> String {
        "\(Int((time / .milliseconds(1)).rounded())) ms"
    }
}
