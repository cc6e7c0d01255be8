package import ChannelsProtocol

/// The facts of a report by name, for programs. Names are part of the export format; unknown facts
/// are left out.
package struct EventFacts {
    /// The facts so far, in order.
    package private(set) var members: [JSONObject.Member] = []

    /// Creates an empty list.
    package init() {}

    /// Adds a fact that is a string; `nil` adds nothing.
    package mutating func add(_ name: String, _ text: String?) {
        self.add(name, text.map(JSON.string))
    }

    /// Adds a fact that is a number; `nil` adds nothing.
    package mutating func add(_ name: String, _ number: Int?) {
        self.add(name, number.map { .number(String($0)) })
    }

    /// Adds a duration in whole milliseconds.
    package mutating func add(_ name: String, _ duration: Duration) {
        self.add(name, Int(duration.clampedNanoseconds / 1_000_000))
    }

    /// Adds a time in UTC.
    package mutating func add(_ name: String, _ time: Timestamp) {
        self.add(name, UTCTime.text(of: time))
    }

    package mutating func add(_ name: String, _ value: JSON?) {
        guard let value else { return }
        self.members.append(JSONObject.Member(key: name, value: value))
    }

    /// Adds how a connection ended: the close code and its reason.
    package mutating func add(_ end: ConnectionEnd?) {
        guard let end else { return }
        self.add("close_code", end.closeCode.map { Int($0.rawValue) })
        if let reason = end.serverReason { self.add("close_reason", reason) }
    }

    /// Adds the durations of the parts of an attempt, in whole milliseconds.
    mutating func add(_ parts: AttemptParts) {
        for part in parts.parts { self.add("\(part.name.rawValue)_ms", part.duration) }
    }

    /// Adds why a channel was refused.
    package mutating func add(_ failure: SubscriptionFailure) {
        self.add("phase", failure.phase.name)
        self.add("http_status", failure.status)
        self.add("code", failure.code)
        self.add("text", failure.text)
        self.add("answer", failure.body)
        self.add("signed_text", failure.stringToSign)
        self.add("frame", failure.frame)
    }

    /// Adds why a sign-in was refused.
    mutating func add(_ failure: SignInFailure) {
        self.add("http_status", failure.status)
        self.add("code", failure.code)
        self.add("text", failure.text)
        self.add("answer", failure.body)
        self.add("signed_text", failure.stringToSign)
        self.add("frame", failure.frame)
    }

    /// Adds the members of a channel, and who joined and left.
    mutating func add(_ members: Members, _ difference: MemberDifference?) {
        self.add("me", members.me?.text)
        self.add("members", .array(members.ordered.map(Self.json)))
        // The log keeps the start of a long list.
        if members.isBeginning { self.add("member_count", members.total) }
        guard let difference else { return }
        self.add("joined", .array(difference.joined.map { .string($0.id.text) }))
        self.add("left", .array(difference.left.map { .string($0.id.text) }))
    }

    /// A member as an object.
    static func json(_ member: Member) -> JSON {
        var facts = EventFacts()
        facts.add("user_id", member.id.text)
        facts.add("user_info", member.info.map { $0.json ?? .string($0.text) })
        return .object(JSONObject(facts.members))
    }
}

extension EventFacts {
    mutating func add(_ change: StateChange) {
        self.add("previous", change.previous.rawValue)
        self.add("current", change.current.rawValue)
        self.add("socket_id", change.socketID?.text)
        self.add(change.cause.end)
        if case .established(let connection) = change.cause { self.add(connection.parts) }
        if let lastReceived = change.lastReceived { self.add("last_received", lastReceived) }
        if let suspended = change.suspended { self.add("suspended_ms", suspended) }
    }

    /// Adds a binding, in the same form as when it is copied.
    package mutating func add(_ binding: Binding) {
        self.add("binding", binding.id.number)
        self.add("event", binding.event?.text)
        self.add("channel", binding.channel?.text)
        self.add("for_user", .bool(binding.isForUser))
        self.add("enabled", .bool(binding.isEnabled))
        self.add("hits", binding.hits)
    }

    mutating func add(_ state: SubscriptionState) {
        self.add("state", state.exportName)
        if case .failed(let failure) = state { self.add(failure) }
    }

    mutating func add(_ state: SignInState) {
        switch state {
        case .failed(let failure): self.add(failure)
        case .signedIn(let user): self.add("user_id", user.id.text)
        case .signedOut, .requested, .authenticating, .signingIn: break
        }
    }
}
