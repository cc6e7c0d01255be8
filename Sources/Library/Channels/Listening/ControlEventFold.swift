import ChannelsProtocol

/// Folds control events, latest first, into fewer ones that mean the same to a listener.
struct ControlEventFold {
    private let rosters: [ChannelName: PresenceMembers]
    private(set) var events: [ClientReport] = []
    private var latest: Set<Subject> = []
    private var watched: Set<UserID> = []
    private var isWatchlistLost = false
    private var sealedChannels: Set<ChannelName> = []
    private var problems: [ReportedProblem: Int] = [:]

    /// The peer chooses strings and unknown names, and could make every problem different.
    private static let problemLimit = 100
    private static let watchedLimit = 1000

    /// Only the latest event about each subject is kept.
    private enum Subject: Hashable {
        case members(ChannelName)
        case subscriptionCount(ChannelName)
        case cacheMiss(ChannelName)
        case pong
        case ping
        case hits(BindingID)
        case binding(BindingID)
        case subscription(ChannelName)
        case attempt
        case attemptFailed
        case retry
        case stuck(ChannelName)
        case authorization(AuthorizationReport.Subject)
        case signIn(isSignedIn: Bool)
        case server
        case rejection
    }

    init(rosters: [ChannelName: PresenceMembers]) {
        self.rosters = rosters
    }

    mutating func take(_ event: ClientReport) {
        switch event.kind {
        case .memberAdded(let channel, _), .memberRemoved(let channel, _),
            .membersReplaced(let channel, _, _):
            self.takeMembers(of: channel, event)
        case .subscriptionCount(let channel, _): self.keepLatest(event, .subscriptionCount(channel))
        case .cacheMissed(let channel): self.keepLatest(event, .cacheMiss(channel))
        case .pingSent: self.keepLatest(event, .ping)
        case .pongReceived: self.keepLatest(event, .pong)
        case .bindingsHit(let hits): self.takeHits(hits, event)
        case .bindingChanged(let binding): self.keepLatest(event, .binding(binding.id))
        case .bindingRemoved(let id): self.keepLatest(event, .binding(id))
        case .subscriptionChanged(let channel, _): self.keepLatest(event, .subscription(channel))
        case .problem(let problem): self.takeProblem(problem, event)
        case .attemptStarted: self.keepLatest(event, .attempt)
        case .attemptFailed: self.keepLatest(event, .attemptFailed)
        case .retryScheduled: self.keepLatest(event, .retry)
        case .subscriptionStuck(let channel, _): self.keepLatest(event, .stuck(channel))
        case .authorizationAnswered(let report):
            self.keepLatest(event, .authorization(report.subject))
        case .signInChanged(let state): self.takeSignIn(state, event)
        case .watchlistChanged(let changes): self.takeWatchlist(changes, event)
        case .serverRecognized: self.keepLatest(event, .server)
        case .decryptionFailed(let failure): self.takeDecryption(failure, event)
        case .clientEventsRejected: self.keepLatest(event, .rejection)
        case .stateChanged, .gap, .received, .triggered, .skipped, .intentChanged, .suspended,
            .clockStepped, .networkChanged, .clientEventQueued:
            self.events.append(event)
        }
    }

    private mutating func keepLatest(_ event: ClientReport, _ subject: Subject) {
        guard self.latest.insert(subject).inserted else { return }
        self.events.append(event)
    }

    private mutating func takeMembers(of channel: ChannelName, _ event: ClientReport) {
        guard self.latest.insert(.members(channel)).inserted else { return }
        guard let members = self.rosters[channel] else { return }
        var snapshot = event
        snapshot.kind = .membersReplaced(channel, members, difference: nil)
        self.events.append(snapshot)
    }

    private mutating func takeHits(_ hits: [BindingHits], _ event: ClientReport) {
        let news = hits.filter { self.latest.insert(.hits($0.id)).inserted }
        guard !news.isEmpty else { return }
        var event = event
        event.kind = .bindingsHit(news)
        self.events.append(event)
    }

    /// The loss of a sign-in is kept besides the latest state, because it ended the watchlist.
    private mutating func takeSignIn(_ state: SignInState, _ event: ClientReport) {
        if case .signedIn = state {
            self.keepLatest(event, .signIn(isSignedIn: true))
        } else {
            self.keepLatest(event, .signIn(isSignedIn: false))
            self.isWatchlistLost = true
        }
    }

    private mutating func takeDecryption(_ failure: DecryptionFailure, _ event: ClientReport) {
        guard self.sealedChannels.count < Self.problemLimit,
            self.sealedChannels.insert(failure.channel).inserted
        else { return }
        self.events.append(event)
    }

    /// Keeps each user's last change, and none from before the sign-in was lost.
    private mutating func takeWatchlist(_ changes: [WatchlistChange], _ event: ClientReport) {
        guard !self.isWatchlistLost else { return }
        var news: [WatchlistChange] = []
        for change in changes.reversed() {
            let users = change.userIDs.filter { user in
                self.watched.count < Self.watchedLimit && self.watched.insert(user).inserted
            }
            if !users.isEmpty { news.append(WatchlistChange(name: change.name, userIDs: users)) }
        }
        guard !news.isEmpty else { return }
        var event = event
        event.kind = .watchlistChanged(news.reversed())
        self.events.append(event)
    }

    private mutating func takeProblem(_ problem: ReportedProblem, _ event: ClientReport) {
        var single = problem
        single.count = 1
        if self.problems[single] == nil, self.problems.count >= Self.problemLimit {
            single = ReportedProblem(
                kind: .unexpectedMessage, text: "Earlier problems, summarised.")
        }
        if let index = self.problems[single] {
            guard case .problem(var latest) = self.events[index].kind else { return }
            latest.count += problem.count
            self.events[index].kind = .problem(latest)
        } else {
            self.problems[single] = self.events.count
            single.count = problem.count
            var event = event
            event.kind = .problem(single)
            self.events.append(event)
        }
    }
}
