import ChannelsProtocol
import DashboardPanes
import EventWords
import OrderedCollections
import TextScreen

/// A notice in the status line, which disappears after a while or when another one is shown.
struct Notice: Hashable, Sendable {
    let level: NoticeLevel
    /// The text. Parts of it may come from a peer; it is sanitised when it is drawn.
    let text: String
    let since: Timestamp
    /// Whether it answers the user, and does not report what the client did.
    var isAnswer = false

    /// How long it is shown.
    private var lifetime: Duration {
        switch self.level {
        case .info, .success: .seconds(6)
        case .warning, .failure: .seconds(20)
        }
    }

    /// Whether it stays when the client reports another one: a failure is not replaced by a success
    /// a moment later, for instance when one of several subscriptions is refused. An answer to the
    /// user can be read before a success replaces it.
    func outranks(_ other: Notice) -> Bool {
        guard other.isGood, !self.isGood || self.isAnswer else { return false }
        let least = self.isGood ? Duration.seconds(1) : .seconds(5)
        return other.since.duration(since: self.since) < least
    }

    /// Whether it reports a success, or something unimportant.
    var isGood: Bool { self.level == .info || self.level == .success }

    func isOver(at now: Timestamp) -> Bool { now.duration(since: self.since) >= self.lifetime }

    var role: Role {
        switch self.level {
        case .info: .flashInfo
        case .success: .flashOk
        case .warning: .flashWarn
        case .failure: .flashError
        }
    }

    /// A sign beside the words, so that nothing depends on colour alone.
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
    /// The notice for a report of the client; `nil` if a pane shows enough.
    ///
    /// - Parameters:
    ///   - channels: the channels after this report.
    ///   - removed: the binding that the report removes.
    init?(_ event: ClientReport, _ channels: ChannelsPane, removed: Binding? = nil) {
        let context = NoticeContext(
            isSubscribed: { channels.rows[$0]?.state == .subscribed }, removed: removed)
        guard let words = event.words.notice(in: context) else { return nil }
        self.init(level: NoticeLevel(words.level), text: words.text, since: event.time)
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
