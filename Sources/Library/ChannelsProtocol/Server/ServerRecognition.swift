/// Recognises the server by weighing clues (docs/protocol.md, "Servers").
///
/// ```
///            a kind has 3 points, and 2 more than any other that is possible
/// undecided ──────────────────────────────────────────────────────────────▶ recognized
///     ▲  │                                                                   │   │ stood for
///     └──┼───────────────── the lead is lost ────────────────────────────────┘   │ 50 messages
///        └─▶ contradictory ◀── it does what that kind never does ────────────┘   ▼
///                                                                              final
/// ```
/// A clue counts once. Contradicting clues, as behind a balancer, give `unknown`, with all as
/// evidence, which is kept across reconnections to one address.
package struct ServerRecognition: Sendable {
    private enum Judgement: Hashable, Sendable {
        case undecided
        case recognized(ServerProfile.Kind)
        case contradictory
    }

    private let known: ServerProfile.Kind?
    private var clues: Set<ServerClue> = []
    private var judgement = Judgement.undecided
    private var messages = 0

    package private(set) var isFinal = false

    package init(host: String?) {
        self.known = nil
        if let host, Self.isPushers(host) { self.clues.insert(.hostOfPusher) }
        if let host, host.lowercased() == Self.hostOfAbly { self.clues.insert(.hostOfAbly) }
    }

    package init(known kind: ServerProfile.Kind) {
        self.known = kind
    }

    package var profile: ServerProfile {
        switch self.judgement {
        case .undecided, .contradictory:
            ServerProfile(kind: .unknown, evidence: self.sentences { _ in true })
        case .recognized(let kind) where self.known == kind:
            ServerProfile(kind: kind, evidence: ["Its app key is a sandbox key."])
        case .recognized(let kind):
            ServerProfile(
                kind: kind, isCertain: self.points(for: kind) >= Self.pointsOfProof,
                evidence: self.sentences { $0.points(for: kind) > 0 })
        }
    }

    var kind: ServerProfile.Kind {
        if case .recognized(let kind) = self.judgement { kind } else { .unknown }
    }

    /// - Parameter software: the handshake's `X-Powered-By`.
    package mutating func opened(software: String?) -> ServerProfile? {
        guard !self.isFinal, software?.lowercased().contains("laravel reverb") == true else {
            return nil
        }
        return self.weigh([.namesReverb])
    }

    /// Application events show nothing and need not be passed.
    package mutating func received(_ frame: ReceivedFrame) -> ServerProfile? {
        guard !self.isFinal, case .success(let message) = frame.message else { return nil }
        return self.weigh(ServerClue.clues(in: message, frame.traits))
    }

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

    private func sentences(of isMeant: (ServerClue) -> Bool) -> [String] {
        ServerClue.allCases.filter { self.clues.contains($0) && isMeant($0) }.map(\.sentence)
    }

    private static func isPushers(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        guard labels.count > 2 else { return false }
        let domain = labels.suffix(2).joined(separator: ".")
        return domain == "pusher.com" || domain == "pusherapp.com"
    }

    private static let hostOfAbly = "realtime-pusher.ably.io"

    private static let leastPoints = 3
    private static let pointsOfProof = 4
    private static let leastLead = 2
    private static let messagesToBeFinal = 50
}
