// What peers say is masked here, before it becomes a report: a machine is told nothing else.
extension SecretMask {
    func frame(_ frame: ReceivedFrame) -> ReceivedFrame {
        guard let message = self.freeText(of: frame.message) else { return frame }
        var frame = frame
        frame.message = message
        frame.frame = frame.frame.map { bytes in
            let text = self.text(
                String(decoding: bytes, as: UTF8.self),
                isCut: bytes.count >= ReceivedFrame.readLimit)
            return Array(text.utf8.prefix(ReceivedFrame.frameLimit))
        }
        return frame
    }

    /// - Returns: `nil` for messages without free text, which are nearly all.
    private func freeText(
        of message: Result<ServerMessage, FrameError>
    ) -> Result<ServerMessage, FrameError>? {
        switch message {
        case .success(.error(var error)):
            error.message = self.text(error.message)
            return .success(.error(error))
        case .success(.subscriptionError(let channel, let type, let text, let status)):
            let (type, text) = (self.text(type), self.text(text))
            return .success(
                .subscriptionError(channel, type: type, text: text, status: status))
        case .success: return nil
        case .failure(.notJSON(let error, let start)):
            let quoted = self.text(start).prefix(FrameError.quotedStart)
            return .failure(.notJSON(error, start: String(quoted)))
        case .failure(.malformed(let event, let channel, let what)):
            return .failure(.malformed(event: event, channel: channel, what: self.text(what)))
        case .failure: return message
        }
    }

    func failure(_ failure: ConnectFailure) -> ConnectFailure {
        ConnectFailure(kind: failure.kind, self.parts(failure.parts))
    }

    func failure(_ failure: SubscriptionFailure) -> SubscriptionFailure {
        var failure = failure
        failure.parts = self.parts(failure.parts)
        failure.body = failure.body.map(self.text)
        return failure
    }

    func failure(_ failure: SignInFailure) -> SignInFailure {
        var failure = failure
        failure.parts = self.parts(failure.parts)
        failure.body = failure.body.map(self.text)
        return failure
    }

    func end(_ end: ConnectionEnd) -> ConnectionEnd {
        var end = end
        switch end.kind {
        case .closed(let code, let reason): end.kind = .closed(code, reason: self.text(reason))
        case .refused(let code, let reason): end.kind = .refused(code, reason: self.text(reason))
        case .failed(let failure): end.kind = .failed(self.failure(failure))
        case .timedOut, .pongMissing, .reconnectAsked: break
        }
        end.advice = end.advice.map(self.text)
        return end
    }
}
