/// Recognises the server by its behaviour (docs/protocol.md, "Servers"), by weighing clues.
///
/// ```
///            a kind has 3 points, and 2 more than any other that is possible
/// undecided ──────────────────────────────────────────────────────────────▶ recognized
///     ▲  │                                                                   │   │ stood for
///     └──┼───────────────── the lead is lost ────────────────────────────────┘   │ 50 messages
///        └─▶ contradictory ◀── it does what that kind never does ────────────┘   ▼
///                                                                              final
/// ```
/// A clue counts once, however often it is seen. Contradicting clues, as behind a balancer with two
/// kinds of servers, give `unknown`, with all of them as evidence. Connections to one address are
/// judged together: the evidence is kept across reconnections.
package struct ServerRecognition: Sendable {
    private enum Judgement: Hashable, Sendable {
        case undecided
        case recognized(ServerProfile.Kind)
        case contradictory
    }

    /// The kind of server, if the program knows it.
    private let known: ServerProfile.Kind?
    private var clues: Set<ServerClue> = []
    private var judgement = Judgement.undecided
    /// Messages since the judgement last changed.
    private var messages = 0

    /// Whether the judgement is final and further messages are ignored.
    package private(set) var isFinal = false

    /// - Parameter host: the host name of the server, as the user gave it; `nil` if there isn't
    ///   one.
    package init(host: String?) {
        self.known = nil
        if let host, Self.isPushers(host) { self.clues.insert(.hostOfPusher) }
        if let host, host.lowercased() == Self.hostOfAbly { self.clues.insert(.hostOfAbly) }
    }

    /// Creates the recognition for a server that the program knows: a sandbox, which behaves like
    /// others.
    package init(known kind: ServerProfile.Kind) {
        self.known = kind
    }

    /// The server as it has been recognised so far.
    package var profile: ServerProfile {
        switch self.judgement {
        case .undecided, .contradictory:
            ServerProfile(.unknown, evidence: self.sentences { _ in true })
        case .recognized(let kind) where self.known == kind:
            ServerProfile(kind, evidence: ["Its app key is a sandbox key."])
        case .recognized(let kind):
            ServerProfile(
                kind, isCertain: self.points(for: kind) >= Self.pointsOfProof,
                evidence: self.sentences { $0.points(for: kind) > 0 })
        }
    }

    /// The kind of server that has been recognised so far.
    var kind: ServerProfile.Kind {
        if case .recognized(let kind) = self.judgement { kind } else { .unknown }
    }

    /// A connection was opened.
    /// - Parameter software: how the server names itself in the handshake, in `X-Powered-By`.
    /// - Returns: the profile, if the judgement changed.
    package mutating func opened(software: String?) -> ServerProfile? {
        guard !self.isFinal, software?.lowercased().contains("laravel reverb") == true else {
            return nil
        }
        return self.weigh([.namesReverb])
    }

    /// A message arrived. Application events need not be reported, because they show nothing.
    /// - Returns: the profile, if the judgement changed.
    package mutating func received(_ frame: ReceivedFrame) -> ServerProfile? {
        guard !self.isFinal, case .success(let message) = frame.message else { return nil }
        return self.weigh(ServerClue.clues(in: message, frame.traits))
    }

    /// The server closed with this code.
    /// - Returns: the profile, if the judgement changed.
    package mutating func closed(_ code: CloseCode?) -> ServerProfile? {
        guard !self.isFinal, let code else { return nil }
        return self.weigh(ServerClue.clues(in: Int(code.rawValue)))
    }

    private mutating func weigh(_ clues: [ServerClue]) -> ServerProfile? {
        self.clues.formUnion(clues)
        let judgement = self.judged()
        guard judgement == self.judgement else {
            self.judgement = judgement
            self.messages = 0
            self.isFinal = self.known != nil
            return self.profile
        }
        self.messages += 1
        self.isFinal = judgement != .undecided && self.messages >= Self.messagesToBeFinal
        return nil
    }

    private func judged() -> Judgement {
        if let known = self.known { return .recognized(known) }
        // What a server calls itself counts more than what earlier versions did.
        if self.clues.contains(.namesReverb) { return .recognized(.reverb) }
        let impossible = self.clues.reduce(into: Set()) { $0.formUnion($1.rulesOut) }
        let ranking = ServerProfile.Kind.allCases
            .map { (kind: $0, points: self.points(for: $0)) }
            .sorted { $0.points > $1.points }
        guard let first = ranking.first, first.points >= Self.leastPoints else { return .undecided }
        guard !impossible.contains(first.kind) else { return .contradictory }
        let second = ranking.dropFirst().first { !impossible.contains($0.kind) }
        let lead = first.points - (second?.points ?? 0)
        return lead >= Self.leastLead ? .recognized(first.kind) : .undecided
    }

    private func points(for kind: ServerProfile.Kind) -> Int {
        self.clues.reduce(0) { $0 + $1.points(for: kind) }
    }

    /// The sentences of some clues, in the order of their definition.
    private func sentences(of isMeant: (ServerClue) -> Bool) -> [String] {
        ServerClue.allCases.filter { self.clues.contains($0) && isMeant($0) }.map(\.sentence)
    }

    /// Whether the name is below `pusher.com` or `pusherapp.com`.
    private static func isPushers(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        guard labels.count > 2 else { return false }
        let domain = labels.suffix(2).joined(separator: ".")
        return domain == "pusher.com" || domain == "pusherapp.com"
    }

    private static let hostOfAbly = "realtime-pusher.ably.io"

    private static let leastPoints = 3
    /// One clue that proves it, or several that are typical.
    private static let pointsOfProof = 4
    private static let leastLead = 2
    private static let messagesToBeFinal = 50
}
