import ChannelsProtocol

extension LabProfile {
    /// pusher-js in Chromium, on a server without its HTTP transports.
    ///
    /// A round starts with the transport that connected last, if that was less than 30 minutes ago
    /// (`websocket_prioritized_cached_strategy.ts`). After it, all transports are tried.
    func inBrowser(usesTLS: Bool, triesHTTP: Bool) -> LabProfile {
        var profile = self
        profile.policy = Self.cachingTransport(self.policy)
        profile.habits.cachedTimeLimit = Self.cachedTimeLimit
        profile.habits.attemptCost = Self.socketCost
        for index in profile.habits.fallbacks.indices {
            profile.habits.fallbacks[index].repeatsAfter = Self.helloRepeat
        }
        guard triesHTTP else { return profile }
        // Streaming and polling, in slots of 15 and 30 s within those of the attempts.
        let start = Duration.seconds(usesTLS ? 2 : 5)
        profile.habits.fallbacks += [0, 4, 15, 19, 45, 49].map {
            Fallback(start: start + .seconds($0))
        }
        return profile
    }

    /// Twice the time that the last connection took, and a second. Connecting takes two round
    /// trips.
    private static let cachedTimeLimit =
        Duration.seconds(1) + LabServer.nearby * LabServer.Answer.establish.roundTrips * 2

    /// Chromium opens a WebSocket some time after it closed another one to the same address.
    private static let socketCost = Duration.microseconds(13_500)

    /// Chromium repeats a TLS hello that fails.
    private static let helloRepeat = Duration.milliseconds(25)

    /// `policy` starts a round with an attempt whose limit is the first slot.
    private static func cachingTransport(_ policy: ReconnectionPolicy) -> ReconnectionPolicy {
        let slot = policy.firstTimeLimit
        return ReconnectionPolicy(
            name: policy.name, stableTime: policy.stableTime, firstTimeLimit: slot
        ) { history, chance, _ in
            let decision = policy.decision(after: history, chance: chance)
            guard case .retry(let delay, let limit, let rule) = decision else { return decision }
            if limit == slot {
                return .retry(after: delay, timeLimit: Self.cachedTimeLimit, rule: rule)
            }
            guard history.timeLimit == Self.cachedTimeLimit else { return decision }
            return .retry(after: .zero, timeLimit: slot, rule: "every transport")
        }
    }
}
