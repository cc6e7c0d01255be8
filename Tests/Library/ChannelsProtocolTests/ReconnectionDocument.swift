import ChannelsProtocol

/// The parts of docs/policies-and-codes.md that are made from what the policies and the codes say.
enum ReconnectionDocument {
    /// The names of the parts, as their markers spell them, with their strings.
    static let parts: [(name: String, text: String)] = [
        ("profiles", Self.profiles),
        ("timeline-after-a-loss", Self.timeline(of: Self.lost, everConnected: true)),
        ("timeline-from-the-start", Self.timeline(of: Self.lost, everConnected: false)),
        ("times", Self.times),
        ("profile-close-codes", Self.answers),
        ("close-codes", Self.closeCodes),
    ]

    static let lost = ConnectionEnd.failed(ConnectFailure(kind: .unreachable, what: ""))

    private static var profiles: String {
        Self.table(
            ["name", "in code", "when it tries again"],
            ReconnectionPolicy.profiles.map { profile in
                let name = Self.codeNames[profile.name].map { "`\($0)`" } ?? ""
                return ["`\(profile.name)`", name, profile.summary]
            })
    }

    private static let codeNames = [
        "standard": ".standard", "pusher-js": ".pusherJS", "pusher-swift": ".pusherSwift",
        "pusher-swift-5": ".pusherSwift5", "libpusher": ".libPusher",
        "libpusher-classic": ".libPusherClassic", "fixed": ".fixed", "never": ".never",
    ]

    // MARK: Times

    /// A line per policy, a column per second.
    private static func timeline(of end: ConnectionEnd, everConnected: Bool) -> String {
        let ruler = "0         10        20        30        40        50        60 s"
        let lines = Self.rows.map { row in
            let starts = row.policy.schedule(
                after: end, count: Self.attemptsInAMinute, everConnected: everConnected,
                chance: row.chance
            ).map { Int($0.start.inSeconds.rounded()) }
            return Self.padded(row.name, to: 20) + Self.line(starts)
        }
        return (["```text", Self.padded("", to: 20) + ruler] + lines + ["```"])
            .joined(separator: "\n")
    }

    /// More than any policy makes in a minute: fewer mean that it gives up.
    private static let attemptsInAMinute = 200

    private static func line(_ starts: [Int]) -> String {
        let givesUp = starts.count < Self.attemptsInAMinute
        let end = givesUp ? (starts.last ?? -1) + 1 : .max
        return (0...min(end, 60)).map { second in
            starts.contains(second) ? "▲" : second == end ? "■" : "·"
        }.joined()
    }

    /// The starts of the first attempts, in seconds.
    private static var times: String {
        Self.table(
            ["policy", "after a loss", "from a first failure", "closed with 4100", "with 4200"],
            Self.rows.map { row in
                [
                    row.name, Self.starts(row, Self.lost),
                    Self.starts(row, Self.lost, first: true),
                    Self.starts(row, .closed(.overCapacity, reason: "")),
                    Self.starts(row, .closed(4200, reason: "")),
                ]
            })
    }

    private static func starts(
        _ row: Row, _ end: ConnectionEnd, first: Bool = false
    ) -> String {
        let count = 6
        let attempts = row.policy.schedule(
            after: end, count: count + 1, everConnected: !first, chance: row.chance)
        guard !attempts.isEmpty else { return "no retry" }
        let shown = attempts.prefix(count).map { Self.seconds($0.start) }.joined(separator: ", ")
        return attempts.count > count ? "\(shown), …" : "\(shown), stop"
    }

    private struct Row {
        var name: String
        var policy: ReconnectionPolicy
        var chance = 0.5
    }

    private static var rows: [Row] {
        ReconnectionPolicy.profiles.flatMap { profile -> [Row] in
            guard profile.name == "standard" else {
                return [Row(name: profile.name, policy: profile.policy)]
            }
            return [
                Row(name: "standard, halfway", policy: profile.policy, chance: 0.5),
                Row(name: "standard, latest", policy: profile.policy, chance: 1),
            ]
        }
    }

    // MARK: Close codes

    private static let codes: [(title: String, code: CloseCode?)] = [
        ("no code, 1000, 1001", 1000), ("1006, 1008, 1011", 1006), ("4000", 4000),
        ("4001, 4003–4009", 4001), ("4002, 4010–4099", 4010), ("4100–4199", 4100),
        ("4200–4202", 4200), ("4203–4299", 4210), ("4300–4399", 4301), ("4400–4999", 4400),
    ]

    private static var answers: String {
        let names = ReconnectionPolicy.profiles.filter { !$0.name.hasPrefix("libpusher-") }
        return Self.table(
            ["closed with"] + names.map { "`\($0.name)`" },
            Self.codes.map { title, code in
                [title] + names.map { Self.answer(of: $0.policy, to: code) }
            })
    }

    /// What a policy does before the first three retries in a row.
    private static func answer(of policy: ReconnectionPolicy, to code: CloseCode?) -> String {
        let attempts = policy.schedule(
            after: .closed(code, reason: ""), count: 3, attemptsTake: .seconds(1), chance: 1)
        guard let first = attempts.first else { return "stops" }
        if first.usesTLS { return "TLS" }
        return attempts.map { Self.seconds($0.delay) }.joined(separator: ", ")
    }

    private static var closeCodes: String {
        Self.table(
            ["code", "name", "what it means", "what the protocol asks for"],
            CloseCode.assigned.map { code in
                [
                    "\(code.rawValue)", code.name, code.meaning,
                    code.rawValue < 4000 ? "–" : Self.words(for: code.advice),
                ]
            })
    }

    private static func words(for advice: CloseAdvice) -> String {
        switch advice {
        case .useTLS: "reconnect with TLS"
        case .doNotReconnect: "do not reconnect unchanged"
        case .backOff: "reconnect after a second or more"
        case .reconnectAtOnce: "reconnect immediately"
        case .retry: "–"
        }
    }

    // MARK: Form

    private static func seconds(_ duration: Duration) -> String {
        let tenths = Int((duration.inSeconds * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let rule = [String](repeating: "---", count: header.count)
        return ([header, rule] + rows)
            .map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }
}
