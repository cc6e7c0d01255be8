extension SignInStateMachine {
    // MARK: The sign-in

    /// `pusher:signin_success`, with the user data as the server repeated it.
    package mutating func signInSucceeded(userData: String) -> ConfirmationOutcome {
        let wasAwaited = self.session.map { $0.unconfirmed > 0 } ?? false
        if wasAwaited { self.session?.unconfirmed -= 1 }
        switch self.current {
        case .signingIn(let authentication, _), .refused(_, let authentication):
            self.session?.isSignedIn = true
            return self.confirmed(userData, of: authentication)
        case .signedOut, .requested, .authenticating, .signedIn, .failed:
            // Expected if it was given up in the meantime.
            guard !wasAwaited else {
                self.session?.isSignedIn = true
                return .none
            }
            return .report(.unexpected("The server confirmed a sign-in that was not requested."))
        }
    }

    private mutating func confirmed(
        _ userData: String, of authentication: UserAuthentication
    ) -> ConfirmationOutcome {
        let signed = UserID(inUserData: authentication.userData)
        guard let id = UserID(inUserData: userData) ?? signed else {
            let failure = SignInFailure(
                phase: .signIn, what: "The server confirmed the sign-in of a user without an id",
                advice: "Sign user data whose id is a non-empty string.")
            self.current = .failed(failure)
            return .fail
        }
        let user = SignedInUser(id: id, data: userData)
        self.current = .signedIn(user, OnlineUsers())
        guard let signed, signed != id else { return .signedIn(user, nil) }
        let text =
            "The server signed in the user \(id), although \(signed) was requested: the "
            + "server's choice takes effect."
        return .signedIn(user, .unexpected(text))
    }

    // MARK: The channel of the user

    /// A second confirmation changes nothing.
    package func subscriptionSucceeded(_ channel: ChannelName) -> ReportedProblem? {
        guard !self.isForUser(channel), !self.isSignedInAtServer else { return nil }
        let text = "The server confirmed a subscription that was not requested."
        return .unexpected(text, on: channel)
    }

    /// `pusher:subscription_error`; the sign-in stays in effect.
    package func subscriptionRefused(
        _ channel: ChannelName, text: String, status: Int?
    ) -> ReportedProblem? {
        guard self.isForUser(channel) else {
            // After a sign-out, the answer to an earlier subscription is expected.
            guard !self.isSignedInAtServer else { return nil }
            let text = "The server refused a subscription that was not requested: \(text)"
            return .unexpected(text, on: channel)
        }
        let reason = text.isEmpty ? "it gave no reason" : text
        let status = status.map { " (status \($0))" } ?? ""
        let text =
            "The server refused the subscription to the channel of the signed-in user, so "
            + "events for this user will not arrive: \(reason)\(status)"
        return ReportedProblem(kind: .serverError(code: nil), text: text, channel: channel)
    }

    /// The connection stays signed in, whatever the user wants since.
    private var isSignedInAtServer: Bool { self.session?.isSignedIn ?? false }

    // MARK: The watchlist

    package mutating func watchlistReceived(_ changes: [WatchlistChange]) -> WatchlistOutcome {
        guard case .signedIn(let user, var online) = self.current else {
            guard !self.isSignedInAtServer else { return .none }
            return .report(.unexpected("The server sent watchlist events without a sign-in."))
        }
        for change in changes { online.apply(change) }
        self.current = .signedIn(user, online)
        return .publish
    }

    // MARK: Errors

    /// - Parameter otherAnswersDue: whether a subscription waits for an answer, so that an error
    ///   without a channel may refer to that instead.
    package mutating func errorReceived(
        _ error: ServerError, frame: ReceivedFrame, otherAnswersDue: Bool
    ) -> ErrorOutcome {
        switch SignInErrorText(error) {
        case .watchlistLimit:
            guard self.session != nil, self.current != .signedOut else { return .other }
            return .report(self.watchlistProblem(error, frame: frame))
        case .userChannel(let channel):
            guard self.isSignedInAtServer else { return .other }
            return .report(ReportedProblem(error, on: channel, frame: frame))
        case .signIn:
            return self.refused(by: error, frame: frame)
        case .perhaps:
            return otherAnswersDue ? .other : self.refused(by: error, frame: frame)
        case .unnamed:
            return self.refused(
                by: error, frame: frame, advice: "It may not support pusher:signin.")
        case .other:
            return .other
        }
    }

    private mutating func refused(
        by error: ServerError, frame: ReceivedFrame, advice: String = ""
    ) -> ErrorOutcome {
        guard case .signingIn(let authentication, _) = self.current else { return .other }
        let code = error.code.map { " with error \($0)" } ?? ""
        let reason = error.message.isEmpty ? "it gave no reason" : error.message
        let failure = SignInFailure(
            phase: .signIn, what: "The server refused the sign-in\(code)", cause: reason,
            advice: advice, code: error.code, frame: frame.text)
        self.current = .refused(failure, authentication)
        return .fail
    }

    private func watchlistProblem(_ error: ServerError, frame: ReceivedFrame) -> ReportedProblem {
        let text =
            "The watchlist has more than 100 users: the server watches the first 100 and ignores "
            + "the rest. Its message: \(error.message)"
        return ReportedProblem(kind: .serverError(code: error.code), text: text, frame: frame.text)
    }
}

extension UserID {
    /// Numbers are kept as their digits.
    /// - Returns: `nil` if the text is not JSON, or has no non-empty id.
    init?(inUserData text: String) {
        switch JSONValue.parse(text)?["id"] {
        case .string(let id) where !id.isEmpty: self.init(id)
        case .number(let digits): self.init(digits)
        case .string, .null, .bool, .array, .object, nil: return nil
        }
    }
}
