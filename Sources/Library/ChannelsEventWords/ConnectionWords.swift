package import ChannelsProtocol

/// Descriptions of connection events. The strings contain text from the peer, and must be
/// sanitised before they are drawn.
package enum ConnectionWords {
    /// How a connection ended, as part of a sentence.
    package static func sentence(for end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code, let reason):
            self.coded("closed", code) + self.remark(on: end, reason)
        case .refused(let code, let reason):
            self.coded("refused", code) + self.remark(on: end, reason)
        case .failed(let failure): failure.text
        case .timedOut(_, let phase, let limit):
            "not connected within \(Figures.duration(limit)), stuck at: \(phase)"
                + (phase.contains("TLS") ? " (perhaps the port does not use TLS)" : "")
        case .pongMissing(let limit):
            "a ping was not answered within \(Figures.duration(limit))"
        case .reconnectAsked: "reconnect requested"
        }
    }

    /// The durations of the parts of an attempt, in brackets: `(dns 2, tcp 1, tls 14, ws 3, hello 1
    /// ms)`, or `(dns 2, tcp 1 ms, stuck in tls for 10s)`; empty without parts.
    static func suffix(for parts: AttemptParts) -> String {
        guard !parts.parts.isEmpty else { return "" }
        let ended = parts.parts.filter(\.hasEnded).map { part in
            "\(part.name.rawValue) \(part.duration.clampedNanoseconds / 1_000_000)"
        }
        var pieces = ended.isEmpty ? [] : [ended.joined(separator: ", ") + " ms"]
        if let last = parts.parts.last, !last.hasEnded {
            let isStuck = last.duration >= .seconds(1)
            pieces.append(
                isStuck
                    ? "stuck in \(last.name.rawValue) for \(Figures.preciseDuration(last.duration))"
                    : "failed in \(last.name.rawValue)")
        }
        return " (\(pieces.joined(separator: ", ")))"
    }

    /// Why a state changed, as part of a sentence; empty if the states say everything.
    package static func sentence(for cause: StateCause) -> String {
        switch cause {
        case .asked: "requested"
        case .established(let connection):
            "socket id \(connection.socketID.text), attempt \(connection.attempt), activity timeout "
                + Figures.duration(connection.activityTimeout) + self.suffix(for: connection.parts)
        case .ended(let end): self.sentence(for: end)
        case .unavailable(let limit): "no connection for \(Figures.duration(limit))"
        case .gaveUp(let attempts, let end):
            "gave up after \(Figures.counted(attempts, "attempt")): \(self.sentence(for: end))"
        }
    }

    /// How the connection ended in as few words as possible, for the connection line.
    package static func summary(of end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code?, _):
            "\(code.rawValue) \(code.meaning)" + (end.isByFault ? DeliberateFault.remark : "")
        case .closed(nil, let reason): reason.isEmpty ? "closed without a code" : reason
        case .refused(let code?, _):
            "refused, \(code.rawValue) \(code.meaning)"
                + (end.isByFault ? DeliberateFault.remark : "")
        case .refused(nil, let reason): reason.isEmpty ? "refused" : "refused: \(reason)"
        case .pongMissing(let limit): "no pong within \(Figures.duration(limit))"
        case .timedOut(_, let phase, let limit): "\(phase): no answer in \(Figures.duration(limit))"
        case .failed, .reconnectAsked: self.sentence(for: end)
        }
    }

    /// How the connection ended, for a row that may be cut: the code first, and no advice.
    package static func brief(of end: ConnectionEnd) -> String {
        let words =
            switch end {
            case .failed(let failure): self.brief(failure)
            case .closed, .refused, .timedOut, .pongMissing, .reconnectAsked:
                self.summary(of: end)
            }
        return words.replacing(DeliberateFault.remark, with: " (fault)")
    }

    private static func brief(_ failure: ConnectFailure) -> String {
        switch failure.kind {
        case .httpStatus(let status, let retryAfter):
            let wait = retryAfter.map { ", server asked to wait \(Figures.duration($0))" } ?? ""
            let remark = failure.text.contains(DeliberateFault.words) ? DeliberateFault.remark : ""
            return "HTTP \(status)\(remark)\(wait)"
        case .refused: return "connection refused"
        case .nameNotResolved: return "host name not found"
        case .tls(let reason, _): return "TLS: \(reason)"
        case .unreachable, .protocolViolation, .unsafeAnswer, .settings:
            return self.cause(in: failure.text)
        }
    }

    /// What failed, which comes after the first colon; what to do about it is the next sentence.
    private static func cause(in text: String) -> String {
        let first = text.firstRange(of: ". ").map { text[..<$0.lowerBound] }
        let sentence = first ?? text[...]
        let cause = sentence.firstRange(of: ": ").map { sentence[$0.upperBound...] } ?? sentence
        return SpokenWords.clause(String(cause))
    }

    /// How the connection ended, in a word: the close code, or a word in its place; may be empty.
    package static func code(of end: ConnectionEnd) -> String {
        switch end {
        case .closed(let code, _), .refused(let code, _): code.map { "\($0.rawValue)" } ?? ""
        case .pongMissing: "no pong"
        case .timedOut: "timeout"
        case .failed(let failure):
            if case .httpStatus(let status, _) = failure.kind { "HTTP \(status)" } else { "" }
        case .reconnectAsked: ""
        }
    }

    /// What the close code tells a client to do (protocol 7, "Connection closure"); empty if
    /// nothing in particular.
    package static func advice(of end: ConnectionEnd) -> String {
        guard let code = end.closeCode else { return "" }
        return switch code.advice {
        case .useTLS: "connect with TLS"
        case .doNotReconnect: "do not reconnect"
        case .backOff: "back off"
        case .reconnectAtOnce: "reconnect immediately"
        case .retry: ""
        }
    }

    private static func coded(_ verb: String, _ code: CloseCode?) -> String {
        code.map { "\(verb) with \($0.rawValue): \($0.meaning)" } ?? "\(verb) without a code"
    }

    /// The server's reason, in brackets, or that a fault gave it.
    private static func remark(on end: ConnectionEnd, _ reason: String) -> String {
        if end.isByFault { return DeliberateFault.remark }
        return reason.isEmpty ? "" : " (server: \"\(reason)\")"
    }
}

extension SubscriptionFailure {
    /// The reason, for a place that already shows the name of the channel and the refusal.
    package func reason(besides channel: ChannelName) -> String {
        self.text.without("\(channel.text) ").without("The server refused the subscription: ")
    }
}

extension SignInFailure {
    /// The reason, for a place that already says that the user is not signed in.
    package var reason: String { self.text.without("The server refused the sign-in: ") }
}

extension String {
    /// The text without this prefix, if it has it.
    fileprivate func without(_ beginning: String) -> String {
        self.hasPrefix(beginning) ? String(self.dropFirst(beginning.count)) : self
    }
}
