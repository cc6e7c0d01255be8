import ChannelsBasics

/// One rule of the protocol, and the steps that show whether a server or a client follows it.
package struct ConformCase: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable, CaseIterable {
        case must, should, may
    }

    /// What a case needs besides a connection.
    package enum Need: String, Hashable, Sendable, CaseIterable {
        case secret, api, limits, slow, webhooks

        package var words: String {
            switch self {
            case .secret: "needs the app's secret"
            case .api: "needs the app's id and secret"
            case .limits: "exceeds a limit of the app: add --limits"
            case .slow: "takes longer than a minute: add --slow"
            case .webhooks: "needs the app's webhooks: add --webhooks PORT"
            }
        }
    }

    /// `S-101` for servers, `C-101` for clients.
    package var id: String
    package let area: String
    package let title: String
    /// The rule in one sentence.
    package let rule: String
    /// Where the rule is documented.
    package let source: String
    package let level: Level
    package let needs: Set<Need>
    /// The cases that must pass for this one to be meaningful.
    package var after: [String]
    /// Whether the case could disturb others. Such cases run last.
    var isAlone: Bool
    package var steps: [CaseStep]
    /// For clients: what they subscribe to, and the activity timeout that the server announces.
    let channels: [String]
    let activity: Int
    let clients: Int

    /// Whether it waits for the activity timeout.
    var waitsLong: Bool { self.steps.contains { [.idle, .stays].contains($0.verb) } }

    package var isForServers: Bool { self.id.hasPrefix("S") }
}

/// A line such as `a expect {"event":"pusher:pong"} within 5s`.
package struct CaseStep: Hashable, Sendable {
    enum Verb: String, Hashable, Sendable, CaseIterable {
        // Messages of a connection.
        case send, fragments, binary, ping, expect, next, idle, never, alive, settled, stays, closed
        case close, drop
        // A client of the server.
        case connect, open, subscribe, unsubscribe, signIn = "sign-in", refused, rejected
        // A server for the client.
        case accept, take, answers
        // Without a connection.
        case wait, times, api, publish, webhook, meet, quiet, auth

        fileprivate var hasConnection: Bool {
            switch self {
            case .wait, .times, .api, .publish, .webhook, .meet, .quiet, .auth: false
            default: true
            }
        }
    }

    package let line: String
    /// The name of a connection; empty for a step without one.
    var connection: String
    let verb: Verb
    let text: String
    let limit: Duration?

    package init(_ line: String) throws(StepFailure) {
        self.line = line
        var words = line.split(separator: " ", omittingEmptySubsequences: false)[...]
        var first = words.popFirst() ?? ""
        var connection = ""
        if Verb(rawValue: String(first))?.hasConnection != false {
            connection = String(first)
            first = words.popFirst() ?? ""
        }
        guard let verb = Verb(rawValue: String(first)) else {
            let names = Verb.allCases.map(\.rawValue)
            throw StepFailure(Suggestion.unknown("step", String(first), among: names))
        }
        var limit: Duration?
        if words.count >= 2, ["within", "for"].contains(words[words.endIndex - 2]),
            let time = words.last.flatMap({ Duration(typed: String($0)) })
        {
            limit = time
            words = words.dropLast(2)
        }
        self.connection = connection
        self.verb = verb
        self.text = words.joined(separator: " ")
        self.limit = limit
    }
}

/// Why a step failed, as a fragment.
package struct StepFailure: Error, Hashable, Sendable {
    package let text: String
    /// Whether the case cannot be judged here.
    let isObstacle: Bool
    /// Where it failed; empty for a step without a connection.
    let connection: String
    var lostConnection = false

    package init(_ text: String, isObstacle: Bool = false, connection: String = "") {
        self.text = text
        self.isObstacle = isObstacle
        self.connection = connection
    }
}
