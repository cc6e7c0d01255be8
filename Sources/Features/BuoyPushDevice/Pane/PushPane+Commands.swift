import BuoyDashboard
import BuoyTextScreen
import ChannelsPushProtocol

// The push client: the device and its interests.
extension Command {
    static let pushCommands: [Command] = [
        pushRegister, pushToken, pushSubscribe, pushUnsubscribe, pushInterests, pushRetry,
        pushVerify, pushReach, pushFault,
    ]

    static let pushRegister: Command = .init(
        "push-register", .push, keys: [], title: "Register the device",
        hint: "register",
        summary: "Registers the device for push notifications with the token in a file; in the "
            + "built-in sandbox, uses fcm and a made-up token.",
        argument: .words(
            "PLATFORM TOKEN-FILE", asks: "apns, fcm or gcm, then the token file",
            verb: "register",
            names: { $1.isEmpty ? PushPlatform.allCases.map(\.rawValue) : [] },
            perform: { try $0.registerPush($1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.push.missing },
        perform: { state in
            if state.push.isSandbox { return [.push(.register(.fcm, .madeUp))] }
            state.open(.argument(.pushRegister))
            return []
        })

    static let pushToken: Command = .init(
        "push-token", .push, keys: [], title: "Replace the token",
        summary: "Replaces the device's token with the token in a file; in the built-in sandbox, "
            + "with a new made-up token.",
        argument: .words(
            "TOKEN-FILE", asks: "the new token file", verb: "replace",
            perform: { _, file in [.push(.updateToken(.file(file.trimmingSpaces)))] }),
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.pushDeviceReason },
        perform: { state in
            if state.push.isSandbox { return [.push(.updateToken(.madeUp))] }
            state.open(.argument(.pushToken))
            return []
        })

    static let pushSubscribe: Command = .init(
        "push-subscribe", .push, keys: [.in(.push, "i")], title: "Subscribe to interests",
        hint: "interests",
        summary: "Subscribes the device to space-separated interests.",
        argument: .words(
            "INTERESTS", asks: "interest names, separated by spaces", verb: "subscribe",
            perform: { try $0.changeInterests(subscribe: $1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.push.missing },
        change: { $0.open(.argument(.pushSubscribe)) })

    static let pushUnsubscribe: Command = .init(
        "push-unsubscribe", .push, keys: [.in(.push, .delete)],
        title: "Unsubscribe from interests", hint: "unsub",
        summary: "Unsubscribes the device from the selected interest or the given interests.",
        argument: .words(
            "INTERESTS", asks: "interest names, separated by spaces", verb: "unsubscribe",
            names: { $0.wantedInterests(besides: $1) },
            perform: { try $0.changeInterests(unsubscribe: $1) }
        ).replacingSelection,
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.pushInterestReason },
        perform: { state in
            (try? state.changeInterests(unsubscribe: state.push.selected ?? "")) ?? []
        })

    static let pushInterests: Command = .init(
        "push-interests", .push, keys: [], title: "Set the interests",
        summary: "Sets the device's interests: subscribes to new ones and unsubscribes from all "
            + "others.",
        argument: .words(
            "INTERESTS", asks: "all interests for the device", verb: "set",
            names: { $0.wantedInterests(besides: $1) },
            perform: { try $0.setInterests($1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.push.missing },
        change: {
            let wanted = $0.push.status?.wanted ?? []
            $0.open(.argument(.pushInterests), text: wanted.map { $0 + " " }.joined())
        })

    static let pushRetry: Command = .init(
        "push-retry", .push, keys: [.in(.push, "t")], title: "Retry now",
        hint: "retry",
        summary: "Sends the outbox now and retries refused operations.",
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.pushRetryReason },
        perform: { _ in [.push(.retry)] })

    static let pushVerify: Command = .init(
        "push-verify", .push, keys: [], title: "Verify the device",
        summary: "Checks whether the device is still registered with the push service; if not, "
            + "registers it again with all its interests.",
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.pushDeviceReason },
        perform: { _ in [.push(.verify)] })

    static let pushReach: Command = .init(
        "push-reach", .push, keys: [.in(.push, .enter)], title: "Count the devices reached",
        summary: "Shows how many devices a notification to the interest would reach (built-in "
            + "sandbox only).",
        argument: .name(
            "INTEREST", asks: "an interest name", verb: "ask",
            names: { $0.wantedInterests(besides: []) },
            perform: { try $0.askReach($1) }
        ).replacingSelection,
        needs: [.oneServer, .present],
        unavailable: { $0.pushSandboxReason ?? $0.pushInterestReason },
        perform: { state in (try? state.askReach(state.push.selected ?? "")) ?? [] })

    static let pushFault: Command = .init(
        "push-fault", .push, keys: [], title: "Make the sandbox fail",
        summary: "Makes the built-in sandbox answer the next three push requests with 503; "
            + ":push-fault 400 1 sets the status and the request count.",
        argument: .words(
            "STATUS TIMES", asks: "a status from 400 to 599 and a request count",
            verb: "fail", perform: { try $0.failPush($1) }),
        changesServer: true,
        needs: [.oneServer, .present],
        unavailable: { $0.pushSandboxReason },
        perform: { _ in [.push(.fault(status: 503, times: 3))] })
}

extension DashboardState {
    /// The pane, to be read.
    fileprivate var push: PushPane { self[PushPane.self] ?? PushPane(.missing("")) }

    // MARK: Reasons

    fileprivate var pushDeviceReason: String? {
        if let missing = self.push.missing { return missing }
        return self.push.status?.platform == nil
            ? "the device is not registered; use :push-register" : nil
    }

    fileprivate var pushInterestReason: String? {
        self.push.missing ?? (self.push.selected == nil ? "no interest is selected" : nil)
    }

    fileprivate var pushSandboxReason: String? {
        self.push.missing ?? (self.push.isSandbox ? nil : "only the built-in sandbox supports this")
    }

    fileprivate var pushRetryReason: String? {
        if let missing = self.push.missing { return missing }
        guard let status = self.push.status else { return "nothing to send" }
        return status.outbox.isEmpty && status.refused.isEmpty ? "nothing to send" : nil
    }

    /// The names of wanted interests for completion.
    fileprivate func wantedInterests(besides words: [String]) -> [String] {
        (self.push.status?.wanted ?? []).filter { !words.contains($0) }
    }

    // MARK: Requests

    fileprivate mutating func registerPush(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let missing = self.push.missing { throw PromptRefusal(text: missing) }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let word = words.first, let platform = PushPlatform(rawValue: word) else {
            throw PromptRefusal(text: "the platform must be apns, fcm or gcm")
        }
        if words.count > 1 {
            return [.push(.register(platform, .file(words[1].trimmingSpaces)))]
        }
        guard self.push.isSandbox else {
            throw PromptRefusal(text: "type the token file after the platform")
        }
        return [.push(.register(platform, .madeUp))]
    }

    fileprivate mutating func changeInterests(
        subscribe added: String = "", unsubscribe removed: String = ""
    ) throws(PromptRefusal) -> [Effect] {
        if let missing = self.push.missing { throw PromptRefusal(text: missing) }
        let (added, removed) = (try Self.interests(added), try Self.interests(removed))
        guard !added.isEmpty || !removed.isEmpty else { return [] }
        return [.push(.change(subscribe: added, unsubscribe: removed))]
    }

    fileprivate mutating func setInterests(_ text: String) throws(PromptRefusal) -> [Effect] {
        let names = Set(try Self.interests(text).map(\.text))
        let wanted = self.push.status?.wanted ?? []
        let gone = wanted.filter { !names.contains($0) }.joined(separator: " ")
        let new = text.split(separator: " ").map(String.init).filter { !wanted.contains($0) }
        guard !gone.isEmpty || !new.isEmpty else {
            self.show(.info, "these interests are already set")
            return []
        }
        return try self.changeInterests(subscribe: new.joined(separator: " "), unsubscribe: gone)
    }

    fileprivate mutating func askReach(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.pushSandboxReason { throw PromptRefusal(text: reason) }
        return try Self.interests(text).prefix(1).map { .push(.reach($0)) }
    }

    fileprivate mutating func failPush(_ text: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.pushSandboxReason { throw PromptRefusal(text: reason) }
        let numbers = text.split(separator: " ").map { Int($0) ?? -1 }
        let times = numbers.count > 1 ? numbers[1] : 3
        guard let status = numbers.first, (400...599).contains(status),
            (1...1000).contains(times), numbers.count <= 2
        else {
            throw PromptRefusal(text: "type a status from 400 to 599 and a count up to 1000")
        }
        return [.push(.fault(status: status, times: times))]
    }

    /// The names in a line; the first one that breaks a rule is refused with the rule.
    private static func interests(_ text: String) throws(PromptRefusal) -> [InterestName] {
        var names: [InterestName] = []
        for word in text.split(separator: " ").map(String.init) {
            do { names.append(try InterestName(word)) } catch {
                throw PromptRefusal(text: "\(word): \(error)")
            }
        }
        return names
    }
}
