import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

/// Follows what the client reports during one attempt, and says of each step whether it works.
/// Decides nothing about the connection itself.
package struct ConnectionCheck: Sendable {
    package struct Subject: Hashable, Sendable {
        /// `wss://host:port`
        var address: String
        var usesTLS: Bool
        var usesProxy = false
        package var channels: [ChannelName]
        var signsIn: Bool
        package var warningDays = 14
        package var api: APIQuestions?
        /// Whether the app publishes to another server than its pages listen on.
        package var hasOtherAPI = false
        /// The address of an endpoint that is asked for the channels, while the connection has
        /// signatures of this program.
        package var endpoint: String?
        package var settings: [CheckStep] = []
        /// What to do about a wrong secret, as a sentence.
        package var checkSecret = SettingWords.library.checkSecret

        /// The channel to ask the endpoint about if no other needs authorization.
        package var probedChannel: ChannelName?

        /// The channels that the endpoint is asked about.
        var askedChannels: [ChannelName] {
            guard self.endpoint != nil else { return [] }
            let named = self.channels.filter { $0.kind.needsAuthorization }
            return named.isEmpty ? self.probedChannel.map { [$0] } ?? [] : named
        }

        package init(
            address: String, usesTLS: Bool, channels: [ChannelName], signsIn: Bool
        ) {
            self.address = address
            self.usesTLS = usesTLS
            self.channels = channels
            self.signsIn = signsIn
        }
    }

    package enum Request: Hashable, Sendable {
        case ping
        case publish(ProbeEvent)
    }

    let subject: Subject
    private(set) var steps: [CheckStep]
    var hasPublished = false
    package var publishStart: ChannelsTimestamp?
    private var current: (part: AttemptParts.Name, since: ChannelsTimestamp)?
    private var connected: ChannelsTimestamp?
    private var failure: CheckFailure?
    var apiFailure: CheckFailure?
    var endpointFailure: CheckFailure?
    private var server: ServerProfile?
    /// By the channel whose subscription was refused; `nil` for what has none.
    private var limited: [ChannelName?: String] = [:]

    package init(_ subject: Subject) {
        self.subject = subject
        var parts: [AttemptParts.Name] = [.dns, .tcp]
        if subject.usesProxy { parts.append(.proxy) }
        if subject.usesTLS { parts.append(.tls) }
        self.steps = subject.settings + (parts + [.ws, .hello]).map { CheckStep(.part($0)) }
        if subject.settings.contains(where: { $0.status == .failed }) { self.failure = .settings }
        self.steps.append(CheckStep(.roundTrip))
        if subject.signsIn { self.steps.append(CheckStep(.signIn)) }
        for channel in subject.channels.map(CheckStep.Name.channel)
        where !self.steps.contains(where: { $0.name == channel }) {
            self.steps.append(CheckStep(channel))
        }
        self.steps += subject.askedChannels.map { CheckStep(.endpoint($0)) }
        self.steps += subject.api?.steps ?? []
    }

    package var isComplete: Bool { self.steps.allSatisfy { $0.status != nil } }

    package var report: CheckReport {
        CheckReport(
            address: self.subject.address, steps: self.comparedSteps,
            failure: self.failure ?? self.endpointFailure ?? self.apiFailure)
    }

    private var comparedSteps: [CheckStep] {
        let steps = self.stepsWithServer
        return self.subject.hasOtherAPI ? steps : steps.comparingTroubles()
    }

    // MARK: What happens

    /// The part before has succeeded. When several addresses are tried, a part starts with the
    /// first.
    ///
    /// - Parameter address: what is connected to, with the port; empty in other parts.
    package mutating func entered(
        _ part: AttemptParts.Name, _ address: String = "", at time: ChannelsTimestamp
    ) {
        guard self.current?.part != part else { return }
        self.finishPart(at: time)
        self.current = (part, time)
        guard part == .tcp else { return }
        let end = address.lastIndex(of: ":") ?? address.endIndex
        self.update(.part(.dns)) { $0.detail = String(address[..<end]) }
        self.update(.part(.tcp)) { $0.detail = address }
    }

    package mutating func opened(_ link: CheckedLink, at time: ChannelsTimestamp) {
        let days = self.subject.warningDays
        self.update(.part(.tls)) { $0.describe(link, warningDays: days) }
        self.entered(.hello, at: time)
        // Parts that did not take place separately.
        for index in self.steps.indices {
            guard case .part(let part) = self.steps[index].name, part != .hello else { continue }
            self.steps[index].settle(.ok, self.steps[index].detail)
        }
    }

    private mutating func finishPart(at time: ChannelsTimestamp) {
        guard let current = self.current else { return }
        let duration = max(time.duration(since: current.since), .zero)
        self.update(.part(current.part)) { step in
            step.settle(.ok, step.detail)
            step.duration = duration
        }
        self.current = nil
    }

    package mutating func reported(_ event: ClientReport) -> Request? {
        guard !self.isComplete else { return nil }
        switch event.kind {
        case .stateChanged(let change):
            if case .established(let connection) = change.cause {
                self.established(connection, at: event.time)
                return .ping
            }
            if let end = change.cause.end { self.ended(end, at: event.time) }
        case .attemptFailed(_, let end, _): self.ended(end, at: event.time)
        case .pongReceived(let roundTrip?):
            self.update(.roundTrip) { $0.settle(.ok, "", after: roundTrip) }
        case .serverRecognized(let profile): self.server = profile
        case .problem(let problem) where problem.isMessageLimit:
            // The first one says what to do.
            self.limited[problem.channel] = self.limited[problem.channel] ?? problem.text
        case .signInChanged(let state): self.changed(state, at: event.time)
        case .subscriptionChanged(let channel, let state):
            self.changed(state, of: channel, at: event.time)
            return self.publishing()
        case .received(let received): self.received(received, at: event.time)
        default: break
        }
        return nil
    }

    package static func noAnswer(within limit: Duration) -> String {
        "no answer within \(Figures.duration(limit))"
    }

    package mutating func timedOut(after limit: Duration) {
        guard !self.isComplete else { return }
        self.failure = self.failure ?? (self.connected == nil ? .unreachable : .timedOut)
        let detail = Self.noAnswer(within: limit)
        if self.connected == nil { return self.failed(detail) }
        for index in self.steps.indices {
            let step = self.steps[index].name
            let refusal = self.limited[step.channel].map {
                "refused with 4301 within \(Figures.duration(limit)). \($0)"
            }
            let isArrival = step == .arrival && self.hasPublished
            self.steps[index].settle(
                .failed, isArrival ? self.notDelivered(within: limit) : refusal ?? detail)
        }
    }

    private func notDelivered(within limit: Duration) -> String {
        let time = Figures.duration(limit)
        if self.subject.hasOtherAPI {
            return "the server that the app publishes to accepted the event, but the one that its "
                + "pages connect to did not deliver it within \(time): these are different servers"
        }
        return
            "published, but not delivered here within \(time): the API and the connection belong "
            + "to different servers or apps, or the servers do not share events (Redis)"
    }

    // MARK: Connection

    private mutating func established(_ connection: Establishment, at time: ChannelsTimestamp) {
        self.connected = time
        self.update(.part(.hello)) {
            $0.detail =
                "socket id \(connection.socketID.text), activity timeout "
                + Figures.duration(connection.activityTimeout)
        }
        self.finishPart(at: time)
    }

    private var stepsWithServer: [CheckStep] {
        guard let server, server.kind != .unknown else { return self.steps }
        return self.steps.map { step in
            guard step.name == .part(.hello), step.status == .ok else { return step }
            var step = step
            step.detail += ", server: \(server.words)"
            return step
        }
    }

    private mutating func ended(_ end: ConnectionEnd, at time: ChannelsTimestamp) {
        self.failure = self.failure ?? CheckFailure(end)
        if let current = self.current {
            self.update(.part(current.part)) {
                $0.duration = max(time.duration(since: current.since), .zero)
            }
        }
        let words = end.words(.clause)
        self.failed(end.advice.map { FailureParts.sentence(words, $0) } ?? words, end.trouble)
    }

    package var isRefusedByMachine: Bool {
        self.steps.contains { $0.name == .part(.tcp) && $0.trouble?.obstacle == .refused }
    }

    /// - Parameter address: the machine's other address, at which something listens.
    package mutating func found(listeningAt address: String) {
        self.update(.part(.tcp)) {
            $0.detail +=
                " Something listens on \(address) instead: connect there, or let the server listen "
                + "on this address too (Reverb: REVERB_SERVER_HOST)."
        }
    }

    private mutating func failed(_ detail: String, _ trouble: FailureParts? = nil) {
        var isFirst = true
        for index in self.steps.indices where self.steps[index].status == nil {
            // The API is asked whether or not the connection works.
            guard !self.steps[index].name.isAsked else { continue }
            if isFirst { self.steps[index].trouble = trouble }
            self.steps[index].settle(isFirst ? .failed : .skipped, isFirst ? detail : "not tried")
            isFirst = false
        }
        for name in [CheckStep.Name.publish, .arrival] {
            self.update(name) { $0.settle(.skipped, "not tried") }
        }
    }

    // MARK: Channels

    private mutating func changed(
        _ state: SubscriptionState, of channel: ChannelName, at time: ChannelsTimestamp
    ) {
        let duration = self.connected.map { time.duration(since: $0) }
        switch state {
        case .subscribed:
            let late =
                self.limited[channel] == nil ? "" : ", after being rate-limited (4301)"
            let isSigned = self.subject.endpoint != nil && channel.kind.needsAuthorization
            let how = isSigned ? ", signed here with the app's secret" : ""
            self.update(.channel(channel)) {
                $0.settle(.ok, "subscribed\(how)\(late)", after: duration)
            }
        case .failed(let failure):
            self.failure = self.failure ?? .unauthorized
            let check = self.subject.checkSecret
            let advice: String = check.prefix(1).lowercased() + check.dropFirst()
            self.update(.channel(channel)) { step in
                guard failure.showsOtherSecret else {
                    return step.settle(.failed, failure.reason, after: duration)
                }
                step.settle(
                    .failed, "the server has another secret: \(advice)", after: duration)
                step.note = failure.cause
            }
        case .requested, .authorizing, .subscribing, .unsubscribing, .unsubscribed: break
        }
    }

    private mutating func changed(_ state: SignInState, at time: ChannelsTimestamp) {
        let duration = self.connected.map { time.duration(since: $0) }
        switch state {
        case .signedIn(let user):
            self.update(.signIn) { $0.settle(.ok, "as \(user.id.text)", after: duration) }
        case .failed(let failure):
            self.failure = self.failure ?? .unauthorized
            self.update(.signIn) { $0.settle(.failed, failure.reason, after: duration) }
        case .signedOut, .requested, .authenticating, .signingIn: break
        }
    }

    mutating func update(_ name: CheckStep.Name, _ change: (inout CheckStep) -> Void) {
        guard let index = self.steps.firstIndex(where: { $0.name == name }) else { return }
        change(&self.steps[index])
    }
}

extension SubscriptionFailure {
    /// Both sides signed the same text.
    fileprivate var showsOtherSecret: Bool {
        self.comparison.map { $0.firstDifference == nil } ?? false
    }
}

extension ReportedProblem {
    fileprivate var isMessageLimit: Bool {
        self.kind == .serverError(code: Int(CloseCode.clientEventRateLimit.rawValue))
    }
}

extension CheckStep.Name {
    fileprivate var channel: ChannelName? {
        if case .channel(let channel) = self { channel } else { nil }
    }
}

extension CheckStep {
    fileprivate mutating func describe(_ link: CheckedLink, warningDays: Int) {
        var parts = [link.tlsVersion].compactMap(\.self)
        if let certificate = link.certificate {
            self.certificate = certificate
            parts.append("\(certificate.subject), issued by \(certificate.issuer)")
            parts.append("\(Figures.counted(certificate.daysLeft, "day")) left")
            if certificate.daysLeft < warningDays {
                self.status = .warning
                self.warning = certificate.warning(days: warningDays)
            }
        }
        self.detail = parts.joined(separator: ", ")
    }
}

extension CheckedCertificate {
    fileprivate func warning(days: Int) -> String {
        if self.daysLeft < 0 { return "the certificate has expired" }
        return "the certificate expires in \(Figures.counted(self.daysLeft, "day")) "
            + "(warning limit: \(days))"
    }
}
