import ChannelsProtocol
import TextScreen

// Sentences about channels, members, users and events.
extension Narrator {
    static func sentence(for state: SubscriptionState, of channel: ChannelName) -> String? {
        switch state {
        case .subscribed: "Subscribed to \(SpokenWords.name(channel))."
        case .unsubscribed: "Unsubscribed from \(SpokenWords.name(channel))."
        case .failed(let failure):
            "Not subscribed to \(SpokenWords.name(channel))\(self.status(failure.status)): "
                + SpokenWords.sentence(SpokenWords.cut(failure.text, to: 600))
                + " It is tried again with the next connection, or when asked."
        case .requested, .authorizing, .subscribing, .unsubscribing: nil
        }
    }

    static func sentence(for state: SignInState) -> String? {
        switch state {
        case .signedIn(let user): "Signed in as \(SpokenWords.cut(user.id.text, to: 80))."
        case .signedOut: "Signed out."
        case .failed(let failure):
            "Not signed in\(self.status(failure.status)): "
                + SpokenWords.sentence(SpokenWords.cut(failure.text, to: 600))
        case .requested, .authenticating, .signingIn: nil
        }
    }

    private static func status(_ status: Int?) -> String {
        status.map { ", status \($0)" } ?? ""
    }

    static func sentence(for problem: Problem) -> String {
        let place = problem.channel.map { " on \(SpokenWords.name($0))" } ?? ""
        let times = problem.count > 1 ? " (\(SpokenWords.number(problem.count)) times)" : ""
        return "Problem\(place)\(times): "
            + SpokenWords.sentence(SpokenWords.cut(problem.text, to: 600))
    }

    static func sentence(for rejection: ClientEventRejection) -> String {
        let code = rejection.code.map { ", code \($0)" } ?? ""
        let names = rejection.candidates.map(\.name.text)
        let which =
            switch names.count {
            case 0: ""
            case 1: " It was \(SpokenWords.list(names))."
            default: " It was one of \(SpokenWords.list(names))."
            }
        let advice =
            rejection.code == Int(CloseCode.clientEventRateLimit.rawValue)
            ? " Send fewer in a second." : ""
        return "The server refused client events\(code): "
            + SpokenWords.sentence(SpokenWords.cut(rejection.text, to: 600)) + which + advice
    }

    // MARK: Members

    static func sentence(
        for members: Members, _ difference: MemberDifference?, of channel: ChannelName
    ) -> String {
        var sentence =
            "\(SpokenWords.name(channel)) has \(SpokenWords.counted(members.count, "member"))"
        if !members.isEmpty {
            sentence += ": \(SpokenWords.list(members.ordered.map(SpokenWords.name)))"
        }
        sentence += "."
        if let difference, !difference.isEmpty {
            sentence += " Meanwhile \(SpokenWords.number(difference.joined.count)) joined and "
            sentence += "\(SpokenWords.number(difference.left.count)) left."
        }
        return sentence
    }

    func sentence(for member: Member, _ verb: String, _ channel: ChannelName) -> String {
        let count = self.rosters[channel].map { ": \(SpokenWords.counted($0.count, "member"))" }
        return "\(SpokenWords.name(member)) \(verb) \(SpokenWords.name(channel))\(count ?? "")."
    }

    // MARK: Events

    func sentence(forReceived event: ChannelEvent) -> String {
        guard let channel = event.channel else {
            return "Without a channel: \(SpokenWords.name(event.name)), \(self.data(event.data))"
        }
        let sender = event.userID.map { id in
            ", from \(SpokenWords.name(self.rosters[channel]?[id] ?? Member(id: id)))"
        }
        return "On \(SpokenWords.name(channel))\(sender ?? ""): "
            + "\(SpokenWords.name(event.name)), \(self.data(event.data))"
    }

    static func place(of event: ChannelEvent) -> String {
        event.channel.map { "on \(SpokenWords.name($0))" } ?? "without a channel"
    }

    /// `57 bytes: {"a":1}`, cut where it is long.
    func data(_ data: EventData) -> String {
        guard !data.isAbsent else { return "no data." }
        let size = data.byteCount
        guard size > 0 else { return "empty." }
        let shown = data.textPrefix(self.options.dataLimit)
        let rest = size - shown.count
        let words =
            "\(SpokenWords.counted(size, "byte")): \(String(decoding: shown, as: UTF8.self))"
        return rest > 0 ? "\(words) and \(SpokenWords.more(rest, "byte"))" : words
    }
}

extension SpokenWords {
    /// `1 more event`, `41 more events`
    static func more(_ count: Int, _ noun: String) -> String {
        "\(self.number(count)) more \(noun)\(count == 1 ? "" : "s")"
    }

    /// The name of a channel or an event, cut where nobody would listen any longer.
    static func name(_ name: some ExactText) -> String {
        name.text.isEmpty ? "(no name)" : self.cut(name.text, to: 200)
    }

    /// `Ana Ruiz (u02)`, where the member's info has a name.
    static func name(_ member: Member) -> String {
        let id = self.cut(member.id.text, to: 80)
        let name = member.info?.value(at: [.member("name")])
        guard let name, name.isString, name.byteCount > 0 else { return id }
        return "\(self.cut(String(decoding: name.textPrefix(240), as: UTF8.self), to: 60)) (\(id))"
    }
}
