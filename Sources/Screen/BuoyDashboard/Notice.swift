import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// Disappears after a while, or when another one is shown.
package struct Notice: Hashable, Sendable {
    let level: NoticeLevel
    /// Parts may come from a peer; sanitised when drawn.
    let text: String
    let since: ChannelsTimestamp
    /// The channel whose refusal it reports; `nil` for everything else.
    var channel: ChannelName?
    /// Answers the user, instead of reporting what the client did.
    var isAnswer = false

    private var lifetime: Duration {
        switch self.level {
        case .info, .success: .seconds(6)
        case .warning, .failure: .seconds(12)
        }
    }

    /// Whether it stays when the client reports another one: a success must not replace a failure a
    /// moment later, for instance when one of several subscriptions is refused, nor an answer to
    /// the user.
    func outranks(_ other: Notice) -> Bool {
        guard other.isGood, !self.isGood || self.isAnswer else { return false }
        let least = self.isGood ? Duration.seconds(1) : .seconds(5)
        return other.since.duration(since: self.since) < least
    }

    var isGood: Bool { self.level == .info || self.level == .success }

    /// - Parameter isSmall: whether the screen is small, so that the notice covers a row of a pane.
    func isOver(at now: ChannelsTimestamp, isSmall: Bool = false) -> Bool {
        now.duration(since: self.since) >= (isSmall ? .seconds(4) : self.lifetime)
    }

    var role: Role {
        switch self.level {
        case .info: .flashInfo
        case .success: .flashOk
        case .warning: .flashWarn
        case .failure: .flashError
        }
    }

    /// Beside the words, so that nothing depends on colour alone.
    func glyph(_ marks: GlyphSet.Marks) -> Unicode.Scalar {
        switch self.level {
        case .info: marks.member
        case .success: marks.ok
        case .warning: marks.warning
        case .failure: marks.error
        }
    }
}

extension Notice {
    /// Whether it is no longer so: the channel that failed is subscribed.
    func isOutdated(by event: ClientReport) -> Bool {
        guard !self.isGood, let channel = self.channel,
            case .subscriptionChanged(channel, let state) = event.kind
        else { return false }
        if case .failed = state { return false }
        return true
    }
}

/// A notice says when something that the user requested is done; what the client does by itself is
/// in the panes.
struct AwaitedAnswers: Hashable, Sendable {
    private var subscriptions: Set<ChannelName> = []
    /// Those that no report was about yet.
    private var newSubscriptions: Set<ChannelName> = []
    private var newChannel: ChannelName?
    private var unsubscriptions: [ChannelName: Int] = [:]
    private var unbindings: Set<BindingID> = []
    private var isPinging = false

    mutating func requested(_ effect: ClientEffect, _ bindings: BindingsPane) {
        switch effect {
        case .subscribe(let channel):
            self.subscriptions.insert(channel)
            self.newSubscriptions.insert(channel)
        case .resubscribe(let channel): self.subscriptions.insert(channel)
        case .unsubscribe(let channel):
            self.unsubscriptions[channel] = bindings.rows.values.count {
                $0.binding.channel == channel
            }
        case .unbind(let id): self.unbindings.insert(id)
        case .ping: self.isPinging = true
        case .bind, .setBinding, .trigger, .connect, .reconnect, .disconnect, .setPolicy: break
        }
    }

    mutating func note(_ event: ClientReport) {
        guard case .subscriptionChanged(let name, _) = event.kind,
            self.newSubscriptions.remove(name) != nil
        else { return }
        self.newChannel = self.newChannel ?? name
    }

    /// The first new channel in the list since the last call.
    mutating func takeNewChannel() -> ChannelName? {
        defer { self.newChannel = nil }
        return self.newChannel
    }

    /// `nil` if nothing was requested, and a pane shows enough.
    /// - Parameters:
    ///   - channels: the channels after this report.
    ///   - removed: the binding that the report removes.
    mutating func notice(
        for event: ClientReport, _ channels: ChannelsPane, removed: EventBinding?,
        authorizes: Bool = true
    ) -> Notice? {
        var channel: ChannelName?
        switch event.kind {
        case .subscriptionChanged(let name, .subscribed):
            guard self.subscriptions.remove(name) != nil else { return nil }
        case .subscriptionChanged(let name, .unsubscribed):
            guard let count = self.unsubscriptions.removeValue(forKey: name) else { return nil }
            let bindings = count == 0 ? "" : ", removed \(Figures.counted(count, "binding"))"
            return Notice(
                level: .success, text: "unsubscribed from \(name.text)\(bindings); press U to undo",
                since: event.time)
        case .subscriptionChanged(let name, .failed(let failure)):
            self.subscriptions.remove(name)
            guard authorizes || failure.phase != .authorization else {
                return Notice(
                    level: .failure,
                    text: "\(name.text) requires authorization: start buoy with --auth-endpoint "
                        + "or --secret-file",
                    since: event.time, channel: name)
            }
            channel = name
        case .pongReceived(let roundTrip):
            guard self.isPinging else { return nil }
            self.isPinging = false
            let time = roundTrip.map { " after \(Figures.roundTrip($0))" } ?? ""
            return Notice(level: .success, text: "pong\(time)", since: event.time)
        case .stateChanged: self.isPinging = false
        case .bindingRemoved(let id):
            guard self.unbindings.remove(id) != nil else { return nil }
        default: break
        }
        let context = NoticeContext(
            isSubscribed: { channels.rows[$0]?.state == .subscribed }, removed: removed)
        return event.words.notice(in: context).map {
            Notice(
                level: NoticeLevel($0.level), text: $0.text, since: event.time, channel: channel)
        }
    }
}

extension NoticeLevel {
    init(_ level: NoticeWords.Level) {
        self =
            switch level {
            case .info: .info
            case .success: .success
            case .warning: .warning
            case .failure: .failure
            }
    }
}
