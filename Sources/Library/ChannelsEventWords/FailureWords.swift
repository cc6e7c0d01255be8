import ChannelsBasics
package import ChannelsProtocol

/// Who reads a failure's words, and with how much room.
package enum WordRegister: Hashable, Sendable, CaseIterable {
    /// The code, or a word in its place: `4004`, `HTTP 503`, `no pong`; may be empty.
    case code
    /// For a row or a header that may be cut: the code first, no advice.
    case row
    /// Part of a sentence, with the server's own words.
    case clause
    /// Part of a sentence that is read aloud.
    case spoken
    /// Without free text of a peer, which may repeat an app's data, for a log.
    case logged
    /// Without any text of a peer or the user, for a diagnosis.
    case masked
}

// How a connection ended, without advice: that is `advice`, in every register. The strings contain
// text from the peer, and must be sanitised before they are drawn.
extension ConnectionEnd {
    package func words(_ register: WordRegister) -> String {
        switch self.kind {
        case .closed(let code, let reason): self.words("closed", code, reason, register)
        case .refused(let code, let reason): self.words("refused", code, reason, register)
        case .failed(let failure): self.words(failure, register)
        case .timedOut(let part, let address, let limit):
            Self.words(AttemptParts.Name.activity(part, at: address), limit, register)
                + ([.clause, .row, .logged].contains(register) ? self.faultRemark(register) : "")
        case .pongMissing(let limit): Self.words(pongMissing: limit, register)
        case .reconnectAsked: register == .code ? "" : "reconnect requested"
        }
    }

    private func words(
        _ verb: String, _ code: CloseCode?, _ reason: String, _ register: WordRegister
    ) -> String {
        let number = code.map { "\($0.rawValue)" }
        switch register {
        case .code: return number ?? ""
        case .row:
            let isRefused = verb == "refused"
            guard let code else {
                if reason.isEmpty { return isRefused ? verb : "closed without a code" }
                return isRefused ? "refused: \(reason)" : reason
            }
            return (isRefused ? "refused, " : "") + "\(code.rawValue) \(code.meaning)"
                + self.faultRemark(register)
        case .clause:
            let end = code.map { "\(verb) with \($0.rawValue): \($0.meaning)" }
            let remark = reason.isEmpty ? "" : " (server: \"\(reason)\")"
            return (end ?? "\(verb) without a code")
                + (self.isInjected ? self.faultRemark(register) : remark)
        case .spoken:
            let end = code.map { "the server \(verb) it with \($0.rawValue), \($0.meaning)" }
            let saying = reason.isEmpty ? "" : ", saying \"\(SpokenWords.cut(reason, to: 200))\""
            return (end ?? "the server \(verb) it without a code") + saying
        case .logged:
            let end = code.map { "\(verb) with \($0.rawValue): \($0.meaning)" }
            return (end ?? "\(verb) without a code") + Self.size(reason)
                + self.faultRemark(register)
        case .masked:
            return "\(verb) with \(number ?? "no code")" + Self.size(reason)
        }
    }

    private static func size(_ reason: String) -> String {
        reason.isEmpty ? "" : ", \(reason.utf8.count)-byte reason"
    }

    private func words(_ failure: ConnectFailure, _ register: WordRegister) -> String {
        switch register {
        case .code:
            if case .httpStatus(let status, _) = failure.kind { "HTTP \(status)" } else { "" }
        case .row: failure.words + self.faultRemark(register)
        case .clause: failure.parts.reason + self.faultRemark(register)
        case .spoken: SpokenWords.cut(failure.parts.reason, to: 600)
        case .logged:
            switch failure.kind {
            case .httpStatus: failure.words + self.faultRemark(register)
            case .protocolViolation, .unsafeResponse: "the server violated the protocol"
            case .nameNotResolved, .refused, .unreachable, .proxy, .tls, .settings:
                failure.parts.reason + self.faultRemark(register)
            }
        case .masked:
            switch failure.kind {
            case .httpStatus(let status, _): "HTTP \(status)"
            case .tls: "tls"
            case .nameNotResolved, .refused, .unreachable, .proxy, .protocolViolation,
                .unsafeResponse, .settings:
                "\(failure.kind)"
            }
        }
    }

    private static func words(
        _ activity: String, _ limit: Duration, _ register: WordRegister
    ) -> String {
        switch register {
        case .code: "timeout"
        case .row: "\(activity): no answer in \(Figures.duration(limit))"
        case .clause, .logged:
            "not connected within \(Figures.duration(limit)), stuck at: \(activity)"
        case .spoken: "not connected within \(SpokenWords.duration(limit)), stuck at: \(activity)"
        case .masked: "timed out after \(Figures.preciseDuration(limit))"
        }
    }

    private static func words(pongMissing limit: Duration, _ register: WordRegister) -> String {
        switch register {
        case .code: "no pong"
        case .row: "no pong within \(Figures.duration(limit))"
        case .clause, .logged: "a ping was not answered within \(Figures.duration(limit))"
        case .spoken: "a ping was not answered within \(SpokenWords.duration(limit))"
        case .masked: "no pong in \(Figures.preciseDuration(limit))"
        }
    }

    /// What only the injector can say.
    private func faultRemark(_ register: WordRegister) -> String {
        guard self.isInjected else { return "" }
        return register == .row ? " (fault)" : " (a fault made by buoy)"
    }

    /// What to do if no other attempt follows.
    package var lastAdvice: String {
        self.advice ?? "Connect again when the server has recovered."
    }

    /// What the close code tells a client to do (protocol 7, "Connection closure"); empty if
    /// nothing in particular.
    package var codeAdvice: String {
        switch self.closeCode?.advice {
        case .useTLS: "connect with TLS"
        case .doNotReconnect: "do not reconnect"
        case .backOff: "back off"
        case .reconnectAtOnce: "reconnect immediately"
        case .retry, nil: ""
        }
    }
}

extension ConnectFailure {
    fileprivate var words: String {
        switch self.kind {
        case .httpStatus(let status, let retryAfter):
            let wait = retryAfter.map { ", server asked to wait \(Figures.duration($0))" }
            return "HTTP \(status)\(wait ?? "")"
        case .refused: return "connection refused"
        case .nameNotResolved: return "host name not found"
        case .tls(let reason, _): return "TLS: \(reason)"
        case .unreachable, .proxy, .protocolViolation, .unsafeResponse, .settings:
            return self.parts.brief
        }
    }
}

extension SubscriptionFailure {
    /// Why, for a place that already names the channel and says that it was refused; with advice.
    package var reason: String {
        guard let comparison = self.comparison else {
            return self.parts.reason(isKnown: self.phase == .subscription)
        }
        // The advice about a wrong secret repeats the conclusion.
        return comparison.firstDifference == nil && !self.parts.advice.isEmpty
            ? self.parts.advice : self.parts.advised(self.conclusion)
    }

    /// The problem, without its evidence and advice.
    package var conclusion: String {
        if let comparison = self.comparison {
            return comparison.firstDifference == nil
                ? "wrong secret: both sides signed the same string"
                : "the signed string is not the one the server expected"
        }
        let reason = self.phase == .subscription ? self.parts.brief : self.parts.reason
        return SpokenWords.cut(reason, to: 160)
    }

    var maskedWords: String {
        let status = self.status.map { " \($0)" } ?? ""
        let code = self.code.map { " code \($0)" } ?? ""
        return self.phase.name + status + code + (self.comparison == nil ? "" : " wrong signature")
    }
}

extension SignInFailure {
    /// Why, for a place that already says that the user is not signed in; with advice.
    package var reason: String { self.parts.reason(isKnown: self.phase == .signIn) }
}

extension FailureParts {
    /// - Parameter isKnown: whether the reader knows what failed, and wants the cause.
    fileprivate func reason(isKnown: Bool) -> String {
        self.advised(isKnown ? self.brief : self.reason)
    }

    fileprivate func advised(_ reason: String) -> String {
        self.advice.isEmpty ? reason : Self.sentence(reason, self.advice)
    }
}
