import ChannelsProtocol

struct ConnectionLoss: Hashable, Sendable {
    let end: ConnectionEnd
    let time: ChannelsTimestamp
    let uptime: Duration
    let silence: Duration
    /// The silence as nginx counts it: since the first message of the last burst.
    let burstAge: Duration
    let longestSilence: Duration
    let sentAge: Duration
    /// Since the last subscription was sent; `nil` if all had been answered.
    let subscribingAge: Duration?
    let lastSent: Int?
    /// Of the client events that the connection outlived; zero without one.
    let largestOutlived: Int

    var isWithoutCode: Bool {
        switch self.end.kind {
        case .closed(nil, _): true
        case .failed(let failure): failure.kind == .unreachable
        case .closed, .refused, .timedOut, .pongMissing, .reconnectAsked: false
        }
    }

    /// The other side, or something in between. What this client decides comes after times that it
    /// has chosen itself.
    var isByOthers: Bool {
        if case .closed = self.end.kind { return true }
        return self.isWithoutCode
    }
}

struct ConnectionTraffic: Hashable, Sendable {
    private struct SentEvent: Hashable {
        let size: Int
        let time: ChannelsTimestamp
    }

    private let established: ChannelsTimestamp
    private var last: ChannelsTimestamp
    private var burst: ChannelsTimestamp
    private var lastSent: ChannelsTimestamp
    private var longestSilence = Duration.zero
    private var unanswered: Set<ChannelName> = []
    private var lastSubscribing: ChannelsTimestamp?
    private var clientEvent: SentEvent?
    private var largestOutlived = 0

    /// Within this time, an end is the answer to what was sent.
    private static let answerTime = Duration.milliseconds(300)

    /// nginx does not reset a timer within this time of setting it (`NGX_TIMER_LAZY_DELAY`).
    private static let burstTime = Duration.milliseconds(300)

    init(at time: ChannelsTimestamp) {
        self.established = time
        self.last = time
        self.burst = time
        self.lastSent = time
    }

    mutating func heard(at time: ChannelsTimestamp) {
        let silence = time.duration(since: self.last)
        guard silence > .zero else { return }
        self.last = time
        if time.duration(since: self.burst) >= Self.burstTime { self.burst = time }
        if silence > self.longestSilence { self.longestSilence = silence }
    }

    mutating func handle(_ event: ClientReport) {
        switch event.kind.traffic {
        case .received: self.heard(at: event.time)
        case .sent:
            self.heard(at: event.time)
            self.lastSent = max(self.lastSent, event.time)
        case .none: break
        }
        switch event.kind {
        case .subscriptionChanged(let channel, .subscribing):
            self.unanswered.insert(channel)
            self.lastSubscribing = event.time
        case .subscriptionChanged(let channel, _):
            self.unanswered.remove(channel)
        case .triggered(let sent):
            self.outlive(self.clientEvent?.size ?? 0)
            self.clientEvent = SentEvent(size: sent.data.byteCount, time: event.time)
        default: break
        }
    }

    private mutating func outlive(_ size: Int) {
        self.largestOutlived = max(self.largestOutlived, size)
    }

    func lost(_ end: ConnectionEnd, at time: ChannelsTimestamp) -> ConnectionLoss {
        var traffic = self
        var size = self.clientEvent?.size
        if let event = self.clientEvent, time.duration(since: event.time) > Self.answerTime {
            traffic.outlive(event.size)
            size = nil
        }
        let age = { (since: ChannelsTimestamp) in max(time.duration(since: since), .zero) }
        return ConnectionLoss(
            end: end, time: time, uptime: age(self.established), silence: age(self.last),
            burstAge: age(self.burst), longestSilence: self.longestSilence,
            sentAge: age(self.lastSent),
            subscribingAge: self.unanswered.isEmpty ? nil : self.lastSubscribing.map(age),
            lastSent: size, largestOutlived: traffic.largestOutlived)
    }
}
