import ChannelsProtocol
import TextScreen

/// The log of the connection: its states, attempts, authorizations, subscriptions and errors, without
/// the events. Its rows are kept apart from those of the event log, so that a flood of events does
/// not push them out.
struct LogPane: Hashable, Sendable {
    var rows = EventRows(limit: Self.limit, byteLimit: Self.byteLimit)

    /// Days of an ordinary connection.
    private static let limit = 5000
    private static let byteLimit = 4 << 20

    /// Keeps a report, if it is one for this log.
    mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .subscriptionChanged(_, .requested), .subscriptionChanged(_, .authorizing),
            .subscriptionChanged(_, .subscribing), .subscriptionChanged(_, .unsubscribing),
            .signInChanged(.requested), .signInChanged(.authenticating),
            .signInChanged(.signingIn):
            // Steps on the way; what they came to follows.
            break
        case .stateChanged, .attemptStarted, .attemptFailed, .retryScheduled, .intentChanged,
            .serverRecognized, .suspended, .clockStepped, .gap, .subscriptionChanged,
            .subscriptionStuck, .authorizationAnswered, .membersReplaced, .cacheMissed,
            .signInChanged, .clientEventsRejected, .failedToDecrypt, .problem, .skipped:
            self.rows.append(event)
        case .pingSent, .pongReceived, .memberAdded, .memberRemoved, .subscriptionCount,
            .watchlistChanged, .received, .triggered, .clientEventQueued, .bindingChanged,
            .bindingRemoved, .bindingsHit:
            break
        }
    }

    // MARK: Drawing

    func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        let isWide = canvas.width >= 60
        let dot = canvas.glyphs.separator
        let facts =
            isWide
            ? StyledLine("\(glyph: dot) connection, authorizations, errors", .muted)
            : StyledLine()
        let content = canvas.drawTitle(
            frame, facts: facts, right: self.stateLine(canvas.glyphs), keepsRight: true)
        canvas.draw(in: content) { canvas in
            guard self.rows.count > 0 else {
                canvas.drawEmpty(["Nothing was logged yet."], in: canvas.bounds)
                return
            }
            self.drawRows(on: &canvas, frame, times)
        }
    }

    private func stateLine(_ glyphs: GlyphSet) -> StyledLine {
        guard self.rows.isHeld else { return StyledLine("\(glyph: glyphs.newest)", .muted) }
        let count = self.rows.newCount
        return StyledLine(
            "\(glyph: glyphs.newest) \(count) new", count > 0 ? .eventNew : .muted)
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        let top = self.rows.topIndex(height: canvas.height)
        for y in 0..<canvas.height {
            guard let event = self.rows.event(at: top + y) else { return }
            let previous = self.rows.event(at: top + y - 1)
            self.draw(event, after: previous, y: y, on: &canvas, times)
            if self.rows.isHeld, self.rows.selectedIndex == top + y {
                canvas.markSelection(y: y, frame)
            }
        }
    }

    /// `14:01:24.010 ! connected -> connecting: closed with 4201`.
    private func draw(
        _ event: ClientEvent, after previous: ClientEvent?, y: Int, on canvas: inout Canvas,
        _ times: EventTimes
    ) {
        let hasMilliseconds = canvas.width >= 50
        let width = times.width(hasMilliseconds: hasMilliseconds)
        canvas.put(
            times.text(of: event, after: previous, hasMilliseconds: hasMilliseconds),
            endX: 1 + width, y: y, maxWidth: width, role: .eventTime)
        let sign = Sign(event)
        if let glyph = sign.glyph(canvas.glyphs.marks) {
            canvas.put(glyph: glyph, x: width + 2, y: y, role: sign.role)
        }
        canvas.put(
            Self.sentence(event, canvas.width), x: width + 4, y: y, role: sign.textRole)
    }

    private static func sentence(_ event: ClientEvent, _ width: Int) -> SafeText {
        let limit = max(width, 0) * 4
        let text = EventText(event, dataLimit: limit)
        let detail = SafeText(sanitizing: text.detail, limit: limit)
        let isConnection = text.channel == EventText.connectionLabel
        let channel: SafeText =
            isConnection ? "" : "\(SafeText(sanitizing: text.channel, limit: limit)) "
        switch event.kind {
        // The detail says it all.
        case .stateChanged, .membersReplaced: return channel + detail
        default:
            let name = SafeText(sanitizing: text.name, limit: limit)
            return detail.isEmpty ? channel + name : "\(channel)\(name) \(detail)"
        }
    }
}

/// How a report of the connection is to be taken, as a sign before it.
private enum Sign {
    /// It worked, it failed, or it needs a look.
    case good, bad, warning
    case none

    init(_ event: ClientEvent) {
        switch event.kind {
        case .subscriptionChanged(_, .subscribed), .signInChanged(.signedIn): self = .good
        case .authorizationAnswered(let report): self = report.isGranted ? .good : .bad
        case .stateChanged(let change): self = Self.sign(of: change)
        case .gap, .suspended, .skipped, .subscriptionStuck, .problem, .clientEventsRejected,
            .failedToDecrypt:
            self = .warning
        case .attemptFailed, .subscriptionChanged(_, .failed), .signInChanged(.failed):
            self = .bad
        default: self = .none
        }
    }

    private static func sign(of change: StateChange) -> Sign {
        switch (change.current, change.previous, change.cause) {
        case (.connected, _, _): .good
        case (.failed, _, _): .bad
        case (_, _, .asked), (_, _, .ended(.reconnectAsked)): .none
        case (_, .connected, _), (.unavailable, _, _): .warning
        default: .bad
        }
    }

    func glyph(_ marks: GlyphSet.Marks) -> Unicode.Scalar? {
        switch self {
        case .good: marks.ok
        case .bad: marks.error
        case .warning: marks.warning
        case .none: nil
        }
    }

    var role: Role {
        switch self {
        case .good: .flashOk
        case .bad: .eventError
        case .warning: .flashWarn
        case .none: .text
        }
    }

    var textRole: Role {
        switch self {
        case .good, .warning: .text
        case .bad: .eventError
        case .none: .eventInternal
        }
    }
}
