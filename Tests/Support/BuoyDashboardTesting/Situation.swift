package import BuoyDashboard
import BuoyRecordingFiles
package import BuoyTestSupport
package import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

/// What a dashboard may have to show: the rows of the table of golden screens.
package enum Situation: String, CaseIterable, Sendable {
    /// Connected, and nothing was asked for yet.
    case empty
    /// The first attempt is under way, and channels are waited for.
    case connecting
    /// A lively session.
    case connected
    /// Attempts have failed for more than ten seconds, and continue.
    case unavailable
    /// Connected once, and given up.
    case failed
    /// Disconnected by the user.
    case disconnected
    /// More of everything than there is room for.
    case overfull
    /// Text that would take over a terminal that believes it, wherever text comes in.
    case hostile
    /// Characters of two cells, with marks, and written from the right.
    case wide
    /// All of that, on a terminal that is not known to draw anything but ASCII.
    case ascii

    package var glyphs: GlyphSet { self == .ascii ? .ascii : .unicode }

    /// The state that the connection is in at the end.
    package var state: ConnectionState {
        switch self {
        case .connecting: .connecting
        case .unavailable: .unavailable
        case .failed: .failed
        case .disconnected: .disconnected
        case .empty, .connected, .overfull, .hostile, .wide, .ascii: .connected
        }
    }

    package var session: RecordedEvents { Self.sessions[self] ?? RecordedEvents() }

    /// What happened in each, made once.
    private static let sessions = Dictionary(
        uniqueKeysWithValues: Self.allCases.map { ($0, $0.madeSession()) })

    private func madeSession() -> RecordedEvents {
        switch self {
        case .empty: Self.emptySession()
        case .connecting: Self.connectingSession()
        case .connected: .sandboxSession()
        case .unavailable: Self.unavailableSession()
        case .failed: Self.failedSession()
        case .disconnected: Self.disconnectedSession()
        case .overfull: Self.overfullSession()
        case .hostile: Self.hostileSession()
        case .wide: Self.wideSession()
        case .ascii: Self.wideSession(beginning: Self.hostileSession())
        }
    }

    /// A dashboard that has seen it, without the last message, which is gone after some seconds.
    package func dashboard(
        _ columns: Int, _ rows: Int, catalog: Catalog = DashboardFixture.catalog
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(
            self.session, columns, rows, glyphs: self.glyphs, catalog: catalog)
        _ = state.handle(.service(.frames(Self.frames(of: self.session))))
        state.notice = nil
        return state
    }
}

// MARK: - States of the connection

extension Situation {
    /// The messages of a session, and frames of other kinds.
    private static func frames(of session: RecordedEvents) -> [RecordedFrame] {
        let others: [RecordedFrame.Content] = [
            .text(#"{"event":"pusher:subscribe","data":{"channel":"ticker-BTC"}}"#), .ping, .pong,
            .binary(count: 12), .skipped(count: 3), .close(code: 4200, reason: "restart"),
        ]
        let texts = session.events.compactMap { event -> RecordedFrame? in
            guard case .received(let received) = event.kind else { return nil }
            let frame = received.data.frame ?? Array(received.data.text.utf8)
            return RecordedFrame(
                time: event.time, isSent: false, connection: 1,
                content: .text(String(decoding: frame, as: UTF8.self)))
        }
        return texts
            + others.map {
                RecordedFrame(time: session.time, isSent: true, connection: 1, content: $0)
            }
    }

    private static func emptySession() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        session.wait(.seconds(4))
        return session
    }

    private static func connectingSession() -> RecordedEvents {
        var session = RecordedEvents()
        session.add(
            .stateChanged(
                StateChange(previous: .initialized, current: .connecting, cause: .asked)))
        session.startAttempt(1)
        for channel in ["chat-room", "presence-lobby", "private-orders-42"] {
            session.add(.subscriptionChanged(ChannelName(wire: channel), .requested))
        }
        session.add(
            .bindingChanged(EventBinding(id: BindingID(1), event: "new-message", channel: nil)))
        session.wait(.seconds(3))
        return session
    }

    private static func unavailableSession() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.drop(1006, reason: "", retryAfter: .seconds(1))
        session.wait(.seconds(1))
        let refused = ConnectFailure(
            kind: .unreachable, what: "127.0.0.1:6001 refused the connection")
        for attempt in 1...3 {
            session.startAttempt(attempt)
            session.wait(.milliseconds(40))
            session.add(.attemptFailed(attempt: attempt, .failed(refused)))
            session.scheduleRetry(attempt + 1, after: .seconds(attempt * 4), of: 6)
            session.wait(.seconds(attempt * 4 - 1))
            if attempt < 3 { session.wait(.seconds(1)) }
        }
        session.add(
            .stateChanged(
                StateChange(
                    previous: .connecting, current: .unavailable,
                    cause: .unavailable(after: .seconds(10)))))
        session.wait(.milliseconds(400))
        return session
    }

    private static func failedSession() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        let end = ConnectionEnd.closed(4004, reason: "Application is over connection quota")
        session.add(
            .stateChanged(StateChange(previous: .connected, current: .failed, cause: .ended(end))))
        session.wait(.seconds(75))
        return session
    }

    private static func disconnectedSession() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.add(
            .stateChanged(
                StateChange(previous: .connected, current: .disconnected, cause: .asked)))
        session.wait(.seconds(20))
        return session
    }
}

// MARK: - Too much

extension Situation {
    private static func overfullSession() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        let members = (1...500).map { RecordedEvents.member(UserID("user-\($0)"), "Person \($0)") }
        session.subscribe("presence-all", members: members, me: "user-250")
        let rooms = (1...54).map { "room-\($0)-with-a-name-that-takes-more-than-its-column" }
        for room in rooms { session.subscribe(room) }
        for number in 1...40 {
            session.add(.bindingChanged(Self.binding(number, rooms)))
        }
        for round in 0..<800 {
            session.wait(.milliseconds(25))
            session.receive("tick", on: rooms[round % 7 * 3], Self.longData(round))
        }
        session.drop(4200, reason: "", retryAfter: .zero)
        session.wait(.milliseconds(40))
        session.establish(socketID: "1184.7030", attempt: 1, from: .connecting)
        for number in 1...30 {
            session.wait(.milliseconds(500))
            session.add(
                .problem(
                    ReportedProblem(
                        kind: .serverError(code: 4301), text: "Rate limit", count: number)))
        }
        session.add(.skipped(SkippedEvents(events: 123_456, folded: 78)))
        for number in 600..<640 {
            session.add(
                .memberAdded(
                    ChannelName(wire: "presence-all"),
                    RecordedEvents.member(UserID("user-\(number)"), "Person \(number)")))
        }
        session.receive("tick", on: rooms[0], Self.longData(10_000))
        session.wait(.milliseconds(300))
        return session
    }

    private static func binding(_ number: Int, _ rooms: [String]) -> EventBinding {
        let channel = number % 4 == 0 ? nil : ChannelName(wire: rooms[number / 5])
        return EventBinding(
            id: BindingID(number), event: EventName("event-number-\(number)"), channel: channel,
            isEnabled: number % 9 != 0, hits: number * number * 1000)
    }

    /// Data with more members, and longer ones, than there are rows and columns.
    private static func longData(_ round: Int) -> String {
        let items = (0..<30).map {
            "{\"sku\":\"A-\($0)\",\"qty\":\(round),\"text\":\"a line that goes on and on, past it\"}"
        }
        return "{\"round\":\(round),\"items\":[\(items.joined(separator: ","))]}"
    }
}

// MARK: - Hostile text

extension Situation {
    /// Escape sequences, their eight-bit forms, line ends, a bell, marks that change the direction
    /// of writing, invisible characters, and a character with too many marks.
    private static let evil =
        "x\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\r\n\t\u{8}\u{202E}gnp\u{2066}\u{200B}\u{FEFF}\u{E0041}"
        + "a\u{301}\u{301}\u{301}\u{301}\u{2028}\u{85}\u{7F}y"

    private static let evilChannel = "presence-" + Self.evil

    private static func hostileSession() -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        let mallory = PresenceMember(id: UserID(Self.evil), info: EventData(Self.evil))
        let members = [mallory, RecordedEvents.member("u1", Self.evil)]
        session.subscribe(Self.evilChannel, members: members, me: "u1")
        let refused = ChannelName(wire: "private-" + Self.evil)
        let failure = SubscriptionFailure(
            phase: .authorization, status: 403, FailureParts(Self.evil), body: Self.evil,
            stringToSign: Self.evil, frame: Self.evil)
        session.add(.subscriptionChanged(refused, .failed(failure)))
        let channel = ChannelName(wire: Self.evilChannel)
        let event = EventName(Self.evil)
        session.add(
            .bindingChanged(EventBinding(id: BindingID(1), event: event, channel: channel, hits: 3))
        )
        session.add(
            .signInChanged(.signedIn(SignedInUser(id: UserID(Self.evil), data: Self.evil))))
        session.add(
            .watchlistChanged([WatchlistChange(name: Self.evil, userIDs: [UserID(Self.evil)])]))
        session.add(
            .problem(
                ReportedProblem(
                    kind: .serverError(code: 4301), text: Self.evil, channel: channel,
                    frame: Self.evil)))
        session.drop(4200, reason: Self.evil, retryAfter: .zero)
        session.add(
            .attemptStarted(
                ConnectionAttempt(
                    number: 1, address: "ws://" + Self.evil, usesTLS: false,
                    timeLimit: .seconds(10))))
        let broken = ConnectFailure(kind: .protocolViolation, what: Self.evil)
        session.add(.attemptFailed(attempt: 1, .failed(broken)))
        session.add(
            .retryScheduled(
                ScheduledRetry(attempt: 2, delay: .zero, attemptLimit: nil, rule: Self.evil)))
        session.establish(socketID: "1184.7030", attempt: 2, from: .connecting)
        session.add(.memberAdded(channel, PresenceMember(id: UserID("2" + Self.evil))))
        session.receive(event, on: Self.evilChannel, Self.evil, from: UserID(Self.evil))
        session.receive(event, on: Self.evilChannel, Self.hostileData, from: UserID(Self.evil))
        session.wait(.seconds(1))
        return session
    }

    /// The same in keys and values, as itself and in escapes.
    private static let hostileData =
        #"{"\u001b[31m\u202e":"\u0000\u009b\u200b","x\ny":["\r\n\ud83c\udf89"],"#
        + "\"\u{9B}\u{202E}\u{200B}\":\"\u{9B}2J\u{FEFF}\u{2028}\"}"
}

// MARK: - Characters of other widths

extension Situation {
    /// - Parameter session: what happened before.
    private static func wideSession(beginning session: RecordedEvents? = nil) -> RecordedEvents {
        var session = session ?? Self.emptySession()
        session.subscribe("日本語のチャンネル名前がとても長い場合はどうなりますか")
        session.subscribe("قناة-عربية-שלום")
        session.subscribe(
            "presence-漢字",
            members: [
                RecordedEvents.member("u1", "山田太郎"), RecordedEvents.member("u2", "Zoë 👩‍👩‍👧 Ünal"),
                RecordedEvents.member("u3", "e\u{301}\u{323}te\u{301} नमस्ते"),
                RecordedEvents.member("عمر", "שרה כהן"), RecordedEvents.member("ユーザー番号五", "🇩🇪 한국어"),
            ], me: "u1")
        let channel = ChannelName(wire: "presence-漢字")
        session.add(
            .bindingChanged(
                EventBinding(id: BindingID(8), event: "メッセージ", channel: channel, hits: 2)))
        session.add(
            .bindingChanged(EventBinding(id: BindingID(9), event: "🎉 حدث", channel: nil, hits: 1)))
        session.add(
            .problem(ReportedProblem(kind: .serverError(code: 4301), text: "制限を超えました。少々お待ちください。")))
        session.wait(.milliseconds(700))
        session.receive("メッセージ", on: "presence-漢字", "{\"text\":\"こんにちは世界、これは長い文です、もっと長い\"}")
        session.receive("emoji", on: "presence-漢字", "{\"text\":\"🎉🎉 naïve café 👨‍👩‍👧‍👦 🏳️‍🌈 ☎️\"}")
        session.receive("حدث", on: "قناة-عربية-שלום", "{\"نص\":\"مرحبا بالعالم\",\"n\":[\"שלום\"]}")
        session.receive(
            "メッセージ", on: "presence-漢字",
            "{\"本文\":\"長い文です、もっと長い文です、さらに長い文です、まだまだ続きます\",\"数\":[\"한국어\",\"🎉\"],\"e\u{301}\":1}")
        session.wait(.seconds(1))
        return session
    }
}
