internal import ChannelsProtocol
internal import Logging

extension ClientEvent.Kind {
    /// What a log says about it, and how loudly; `nil` for what is not worth a line. The levels are
    /// those that Pusher asks of its libraries (protocol.md, "Logging").
    var logLine: (level: Logger.Level, text: String)? {
        switch self {
        case .stateChanged(let change):
            (
                .info,
                "state \(change.previous.rawValue) -> \(change.current.rawValue): "
                    + change.cause.words
            )
        case .attemptStarted(let attempt):
            (.info, "attempt \(attempt.number) to connect to \(attempt.address)")
        case .attemptFailed(let attempt, let end): (.warning, "attempt \(attempt) failed: \(end)")
        case .retryScheduled(let retry):
            (.info, "attempt \(retry.attempt) follows in \(retry.delay.inSeconds) s")
        case .gap(let gap):
            (
                .warning,
                "without a connection for \(gap.duration.inSeconds) s: events may be missing"
            )
        case .subscriptionChanged(let channel, .failed(let failure)):
            (.error, "subscription to \(channel) failed: \(failure.text)")
        case .subscriptionChanged(let channel, let state): (.debug, "\(channel): \(state)")
        case .problem(let problem): (.error, problem.words)
        case .skipped(let skipped): (.warning, "a listener missed \(skipped.events) events")
        case .pingSent: (.debug, "ping")
        case .pongReceived(let roundTrip): (.debug, "pong after \(roundTrip.inSeconds) s")
        case .intentChanged(let intent): (.info, "the user wants to be \(intent.rawValue)")
        case .serverRecognized(let profile): (.info, "the server is \(profile.kind.rawValue)")
        case .suspended(let gap): (.warning, "did not run for \(gap.inSeconds) s")
        case .clockStepped(let step): (.warning, "the wall clock was set by \(step.inSeconds) s")
        case .subscriptionStuck(let channel, let wait):
            (.warning, "no answer about \(channel) for \(wait.inSeconds) s")
        case .signInChanged(.failed(let failure)): (.error, "sign-in failed: \(failure.text)")
        case .signInChanged(let state): (.debug, "sign-in: \(state.word)")
        case .clientEventsRejected(let rejection):
            (.error, "client events refused: \(rejection.text)")
        case .failedToDecrypt(let failure): (.error, failure.description)
        case .membersReplaced, .memberAdded, .memberRemoved, .subscriptionCount, .cacheMissed,
            .received, .triggered, .bindingChanged, .bindingRemoved, .bindingsHit,
            .authorizationAnswered, .watchlistChanged, .clientEventQueued:
            nil
        }
    }
}

extension ChannelsClient {
    /// Logs what the client was made with, as Pusher asks of its libraries; no secrets.
    func logStart() {
        let options = self.options
        self.logger?.info(
            safely: "client \(options.clientName) \(options.clientVersion) for "
                + "\(self.target.shownAddress(usesTLS: options.usesTLS)), app key \(options.key), "
                + "policy \(options.policy.name), activity timeout "
                + "\(options.activityTimeout.inSeconds) s, \(options.proxy)")
    }
}

extension Logger {
    /// Writes down what is worth a line.
    func log(_ kind: ClientEvent.Kind) {
        guard let (level, text) = kind.logLine, level >= self.logLevel else { return }
        self.log(level, safely: text)
    }

    /// Logs a line at the level of information.
    func info(safely text: String) {
        guard self.logLevel <= .info else { return }
        self.log(.info, safely: text)
    }

    /// Texts of a peer are hostile: what controls a terminal, reorders a line or cannot be seen is
    /// logged as it would be written in source code.
    func log(_ level: Level, safely text: String) {
        let line = text.unicodeScalars.map { $0.isShown ? String($0) : $0.escaped(asASCII: true) }
        self.log(level: level, "\(line.joined())")
    }
}

extension Unicode.Scalar {
    /// Whether it is seen in a line of text, and changes nothing else there.
    fileprivate var isShown: Bool {
        switch self.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}

extension StateCause {
    /// Why, in the words of a log.
    fileprivate var words: String {
        switch self {
        case .asked: "as it was asked for"
        case .established(let establishment): "socket id \(establishment.socketID)"
        case .ended(let end): "\(end)"
        case .unavailable(let time): "no attempt has succeeded for \(time.inSeconds) s"
        case .gaveUp(0, let end): "not tried again: \(end)"
        case .gaveUp(let attempts, let end): "gave up after attempt \(attempts): \(end)"
        }
    }
}

extension Problem {
    /// What happened, with the whole of what the server reports, as Pusher asks of its libraries.
    fileprivate var words: String {
        guard case .serverError = self.kind, let frame = self.frame else { return self.text }
        return "\(self.text) (\(frame))"
    }
}

extension SignInState {
    /// The state in a word or two, without the data of the user.
    fileprivate var word: String {
        switch self {
        case .signedOut: "signed out"
        case .requested: "requested"
        case .authenticating: "authenticating"
        case .signingIn: "signing in"
        case .signedIn(let user): "signed in as \(user.id)"
        case .failed: "failed"
        }
    }
}
