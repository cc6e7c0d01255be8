/// What the server says about the user.
extension SignInStateMachine {
    /// What became of an error.
    package enum OnError: Hashable, Sendable {
        /// It was about the sign-in, and is told.
        case handled
        /// It is about something else.
        case other
    }

    // MARK: The sign-in

    /// `pusher:signin_success`, with the user data as the server repeated it.
    package mutating func signInSucceeded(
        userData: String, into actions: inout [ClientAction]
    ) {
        let wasAwaited = self.unconfirmed > 0
        self.unconfirmed = max(0, self.unconfirmed - 1)
        switch self.current {
        case .signingIn(let authentication, _), .refused(_, let authentication):
            self.isSignedInAtServer = true
            self.confirmed(userData, of: authentication, into: &actions)
        case .signedOut, .requested, .authenticating, .signedIn, .failed:
            // One that was given up meanwhile is no surprise.
            guard !wasAwaited else {
                self.isSignedInAtServer = true
                return
            }
            let text = "The server confirmed a sign-in that was not asked for."
            actions.append(.unexpected(text))
        }
    }

    /// The user is who the server says; where it does not say, who was signed.
    private mutating func confirmed(
        _ userData: String, of authentication: UserAuthentication,
        into actions: inout [ClientAction]
    ) {
        let signed = UserID(inUserData: authentication.userData)
        guard let id = UserID(inUserData: userData) ?? signed else {
            let text =
                "The server confirmed the sign-in of a user without an id: sign user data whose id "
                + "is a text that is not empty."
            let failure = SignInFailure(phase: .signIn, text: text)
            return self.enter(.failed(failure), into: &actions)
        }
        if let signed, signed != id {
            let text =
                "The server signed in the user \(id), although \(signed) was asked for: what the "
                + "server says counts."
            actions.append(.unexpected(text))
        }
        let user = SignedInUser(id: id, data: userData)
        self.enter(.signedIn(user), into: &actions)
        if let link = self.link {
            actions.append(.send(.subscribe(user.channel, nil), link.socket))
        }
    }

    // MARK: The channel of the user

    /// The subscription to a channel whose name says that it is a user's was confirmed. A second
    /// confirmation changes nothing.
    package mutating func subscriptionSucceeded(
        _ channel: ChannelName, into actions: inout [ClientAction]
    ) {
        if case .signedIn(let user) = self.current, user.channel == channel {
            self.receivesUserEvents = true
        } else if !self.isSignedInAtServer {
            let text = "The server confirmed a subscription that was not asked for."
            actions.append(.unexpected(text, on: channel))
        }
    }

    /// The subscription to a channel whose name says that it is a user's was refused
    /// (`pusher:subscription_error`). The sign-in stands.
    package mutating func subscriptionRefused(
        _ channel: ChannelName, text: String, status: Int?, into actions: inout [ClientAction]
    ) {
        guard case .signedIn(let user) = self.current, user.channel == channel else {
            // After a sign-out, the answer to a subscription of before is no surprise.
            guard !self.isSignedInAtServer else { return }
            let text = "The server refused a subscription that was not asked for: \(text)"
            return actions.append(.unexpected(text, on: channel))
        }
        self.receivesUserEvents = false
        let reason = text.isEmpty ? "it gave no reason" : text
        let status = status.map { " (status \($0))" } ?? ""
        let text =
            "The server refused the subscription to the channel of the signed-in user, so that "
            + "events for this user do not arrive: \(reason)\(status)"
        actions.append(
            .publish(.problem(Problem(kind: .serverError(code: nil), text: text, channel: channel)))
        )
    }

    // MARK: The watchlist

    /// `pusher_internal:watchlist_events`
    package mutating func watchlistReceived(
        _ changes: [WatchlistChange], into actions: inout [ClientAction]
    ) {
        guard case .signedIn = self.current else {
            // After a sign-out the server goes on telling.
            guard !self.isSignedInAtServer else { return }
            let text = "The server sent watchlist events without a sign-in."
            return actions.append(.unexpected(text))
        }
        for change in changes { self.watchlist.apply(change) }
        actions.append(.publish(.watchlistChanged(changes)))
    }

    // MARK: Errors

    /// `pusher:error`: the refusal of the sign-in, a problem with it, or none of its business.
    /// `SignInErrorText` says how that is told.
    /// - Parameter otherAnswersDue: whether a subscription waits for an answer, which an error
    ///   without a channel may be about as well.
    package mutating func errorReceived(
        _ error: ServerError, frame: ReceivedFrame, otherAnswersDue: Bool,
        into actions: inout [ClientAction]
    ) -> OnError {
        switch SignInErrorText(error) {
        case .watchlistLimit:
            guard self.link != nil, self.current != .signedOut else { return .other }
            actions.append(self.watchlistProblem(error, frame: frame))
            return .handled
        case .userChannel(let channel):
            guard self.isSignedInAtServer else { return .other }
            actions.append(.problem(error, on: channel, frame: frame))
            return .handled
        case .signIn:
            return self.refused(by: error, frame: frame, into: &actions)
        case .perhaps:
            return otherAnswersDue
                ? .other : self.refused(by: error, frame: frame, into: &actions)
        case .unnamed:
            let hint = " (This may mean that it does not know pusher:signin.)"
            return self.refused(by: error, frame: frame, hint: hint, into: &actions)
        case .other:
            return .other
        }
    }

    private mutating func refused(
        by error: ServerError, frame: ReceivedFrame, hint: String = "",
        into actions: inout [ClientAction]
    ) -> OnError {
        guard case .signingIn(let authentication, _) = self.current else { return .other }
        let code = error.code.map { " with error \($0)" } ?? ""
        let reason = error.message.isEmpty ? "it gave no reason" : error.message
        let failure = SignInFailure(
            phase: .signIn, text: "The server refused the sign-in\(code): \(reason)\(hint)",
            code: error.code, frame: frame.text)
        self.enter(.refused(failure, authentication), into: &actions)
        return .handled
    }

    private func watchlistProblem(_ error: ServerError, frame: ReceivedFrame) -> ClientAction {
        let text =
            "The watchlist has more than 100 users: the server watches the first 100 and leaves "
            + "the others out. It says: \(error.message)"
        let problem = Problem(
            kind: .serverError(code: error.code), text: text, frame: frame.text)
        return .publish(.problem(problem))
    }
}

extension UserID {
    /// The `id` of user data; numbers are kept as their digits.
    /// - Returns: `nil` when the text is not JSON, or has no id that is not empty.
    init?(inUserData text: String) {
        switch JSON.parse(text)?["id"] {
        case .string(let id) where !id.isEmpty: self.init(id)
        case .number(let digits): self.init(digits)
        case .string, .null, .bool, .array, .object, nil: return nil
        }
    }
}
