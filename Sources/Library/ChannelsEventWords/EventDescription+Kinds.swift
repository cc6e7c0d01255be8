package import ChannelsProtocol

extension ClientReport {
    package var words: EventDescription { EventDescription(self.kind) }
}

extension EventDescription {
    package init(_ kind: ClientReport.Kind) {
        self =
            switch kind {
            case .stateChanged(let change): .stateChanged(change)
            case .attemptStarted(let attempt): .attemptStarted(attempt)
            case .attemptFailed(let number, let end, let parts): .attemptFailed(number, end, parts)
            case .retryScheduled(let retry): .retryScheduled(retry)
            case .pingSent(let ping): .pingSent(ping)
            case .pongReceived(let roundTrip): .pongReceived(roundTrip)
            case .intentChanged(let intent): .intentChanged(intent)
            case .serverRecognized(let profile): .serverRecognized(profile)
            case .suspended(let duration): .suspended(duration)
            case .clockStepped(let step): .clockStepped(step)
            case .networkChanged(let change): .networkChanged(change)
            case .gap(let gap): .gap(gap)
            case .subscriptionChanged(let channel, let state): .subscription(channel, state)
            case .subscriptionStuck(let channel, let wait): .subscriptionStuck(channel, wait)
            case .authorizationAnswered(let report): .authorization(report)
            case .membersReplaced(let channel, let members, let difference):
                .members(channel, members, difference)
            case .memberAdded(let channel, let member): .memberAdded(channel, member)
            case .memberRemoved(let channel, let member): .memberRemoved(channel, member)
            case .subscriptionCount(let channel, let count): .subscriptionCount(channel, count)
            case .cacheMissed(let channel): .cacheMissed(channel)
            case .signInChanged(let state): .signIn(state)
            case .watchlistChanged(let changes): .watchlist(changes)
            case .received(let event): .received(event)
            case .triggered(let event): .sent(event)
            case .clientEventQueued(let event): .queued(event)
            case .clientEventsRejected(let rejection): .rejected(rejection)
            case .decryptionFailed(let failure): .notDecrypted(failure)
            case .bindingChanged(let binding): .bindingChanged(binding)
            case .bindingRemoved(let id): .bindingRemoved(id)
            case .bindingsHit(let hits): .bindingsHit(hits)
            case .problem(let problem): .problem(problem)
            case .skipped(let skipped): .skipped(skipped)
            }
    }
}
