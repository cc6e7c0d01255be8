import ChannelsProtocol

@testable import BuoyProtocolCases

/// A case, and the rule that its subject breaks.
struct Mutant: Sendable {
    var entry: ConformCase
    /// `nil` if it follows all rules.
    let fault: Fault?
    /// The step that must fail.
    let line: String
    let connections: [String]

    init(_ entry: ConformCase) {
        (self.entry, self.fault, self.line, self.connections) = (entry, nil, "", [])
    }

    private init(_ entry: ConformCase, _ fault: Fault, step: Int, _ connections: [String]) {
        self.entry = entry
        self.fault = fault
        self.line = entry.steps[step].line
        self.connections = connections
    }

    /// Most cases fail in their last step; these are about another one.
    private static let steps = ["S-105": 2]

    /// The steps that do something, and judge nothing.
    private static let quiet: Set<CaseStep.Verb> = [
        .send, .fragments, .binary, .ping, .close, .drop, .open, .unsubscribe, .take, .answers,
        .wait, .settled,
    ]

    static func all(of entry: ConformCase) throws -> [Mutant] {
        let plot = try Plot(entry)
        let step = Self.steps[entry.id]
        let last = plot.plays.lastIndex {
            !Self.quiet.contains($0.step.verb) && (step == nil || $0.index == step)
        }
        guard let aim = last.map(plot.startOfRun) else { return [] }
        let index = plot.plays[aim].index
        // Cases about limits open many connections.
        let faults = try plot.faults(at: aim).prefix(entry.needs.contains(.limits) ? 1 : 2)
        return try faults.map { fault in
            var entry = entry
            // What never comes is not waited for.
            if case .absence = fault, plot.plays[aim].step.verb == .accept {
                let name = plot.plays[aim].step.connection
                entry.steps[index] = try CaseStep("\(name) accept within 3s")
            }
            return Mutant(entry, fault, step: index, plot.connections)
        }
    }
}

/// The steps of a case, each as often as it is played.
private struct Plot {
    struct Play {
        /// In the case.
        let index: Int
        let step: CaseStep
    }

    let plays: [Play]
    let connections: [String]

    init(_ entry: ConformCase) throws {
        var plays: [Play] = []
        for (index, step) in entry.steps.enumerated() {
            guard step.verb == .times, let space = step.text.firstIndex(of: " "),
                let count = Int(step.text[..<space])
            else {
                plays.append(Play(index: index, step: step))
                continue
            }
            let line = step.text[step.text.index(after: space)...]
            for number in 1...count {
                let text = String(line).replacing("$i", with: String(number))
                plays.append(Play(index: index, step: try CaseStep(text)))
            }
        }
        self.plays = plays
        self.connections = plays.map(\.step)
            .filter { [.connect, .open, .accept, .take].contains($0.verb) }.map(\.connection)
    }

    /// The first of several `next`: the order of messages is broken at its start.
    func startOfRun(_ aim: Int) -> Int {
        let run = self.plays[...aim].reversed().prefix {
            $0.step.verb == .next && $0.step.connection == self.plays[aim].step.connection
        }
        return aim - max(0, run.count - 1)
    }

    func faults(at aim: Int) throws -> [Fault] {
        let step = self.plays[aim].step
        let before = self.plays[..<aim].map(\.step)
        let seat = self.connections.firstIndex(of: step.connection) ?? 0
        switch step.verb {
        case .never: return [try self.speech(step, seat, before)]
        case .closed: return [.closure(seat: seat, step.text == "any" ? nil : Fault.otherCode)]
        case .refused:
            let codes = step.text.split(separator: ",").map {
                #"{"event":"pusher:error","data":{"code":"<\#($0)>"}}"#
            }
            return [
                .refusal(
                    .init(pattern: codes.joined(separator: " || "), seat: seat, change: .spoil))
            ]
        case .rejected: return Self.acceptances(of: step.text, seat)
        case .api, .publish: return Self.responses(step, before)
        case .webhook: return [.webhook(step.text)]
        case .accept, .take, .quiet, .meet, .auth: return Self.visits(step, before)
        default: return self.messages(step, seat, before)
        }
    }

    private func messages(_ step: CaseStep, _ seat: Int, _ before: [CaseStep]) -> [Fault] {
        guard let pattern = step.expected else { return [] }
        let earlier = before.filter { $0.connection == step.connection && $0.expected != nil }
        if pattern == Peer.pongMark {
            let asked = before.count { $0.verb == .auth && $0.text.hasPrefix("asked") }
            guard !earlier.isEmpty || asked > 0 else { return [.crowd(1, from: 0, at: 0)] }
            return [.silence(seat: seat, messages: earlier.count, requests: asked)]
        }
        var rule = Fault.MessageRule(
            pattern: pattern, seat: seat, from: earlier.count { $0.expected == pattern },
            change: [.alive, .stays].contains(step.verb) ? .end : .spoil)
        let following = self.plays.dropFirst(before.count + 1).first?.step
        if step.verb == .next, following?.verb == .next { rule.change = .delay }
        return [.message(rule)]
    }

    /// A message that must not come: once more if it comes once, and without a reason otherwise.
    private func speech(_ step: CaseStep, _ seat: Int, _ before: [CaseStep]) throws -> Fault {
        let pattern = try MessagePattern(step.text)
        let mine = before.filter { $0.connection == step.connection }
        if mine.contains(where: { $0.expected.map(pattern.matches) ?? false }) {
            return .message(.init(pattern: step.text, seat: seat, change: .double))
        }
        let actions: Set<CaseStep.Verb> = [
            .send, .fragments, .binary, .unsubscribe, .subscribe, .signIn, .alive, .settled, .api,
            .publish,
            // The host's first message.
            .accept,
        ]
        let count = before.count { actions.contains($0.verb) }
        let isClient = before.contains { [.accept, .take].contains($0.verb) }
        // Before the last action, so that it is there when the step begins.
        return .say(
            step.text.replacing("*", with: "x"), seat: seat,
            after: isClient ? count : max(0, count - 1))
    }

    private static func acceptances(of channel: String, _ seat: Int) -> [Fault] {
        let errors =
            #"{"event":"pusher:error"} || {"event":"pusher:subscription_error"}"#
            + #" || {"event":"pusher_internal:subscription_error"}"#
        let success = CaseStep.success(channel)
        return [.replace(success), .precede(success)].map {
            .message(.init(pattern: errors, seat: seat, change: $0))
        }
    }

    private static func responses(_ step: CaseStep, _ before: [CaseStep]) -> [Fault] {
        let number = before.count { [.api, .publish].contains($0.verb) }
        let answer = step.text.ranges(of: " -> ").last.map { step.text[$0.upperBound...] } ?? ""
        let parts = answer.split(separator: " ", maxSplits: 1)
        let status = Stage.codes(String(parts.first ?? "200"), contain: 200) ? 500 : 200
        let body = parts.dropFirst().first.map { Fault.body(String($0), request: number) }
        return [.status(status, request: number)] + [body].compactMap(\.self)
    }

    /// What a client does apart from messages.
    private static func visits(_ step: CaseStep, _ before: [CaseStep]) -> [Fault] {
        let least = { (step: CaseStep) in Stage.number(after: "at least", in: step.text) ?? 0 }
        let visits = before.count { [.accept, .take].contains($0.verb) }
        switch step.verb {
        case .quiet: return [.haste]
        case .accept, .take:
            if step.text.hasPrefix("/") { return [.path] }
            guard !step.text.hasPrefix("after") else { return [.haste] }
            let met = before.filter { $0.verb == .meet }.map(least).reduce(0, +)
            return [.absence(from: visits + met)]
        case .meet where step.text.contains("spread"):
            return [.crowd(20, from: visits, at: visits + least(step) - 1)]
        case .meet:
            let most = Stage.number(after: "at most", in: step.text)
            let few = Fault.absence(from: least(step) - 1)
            return [most.map { .crowd($0 + 20, from: 0, at: 0) }, few].compactMap(\.self)
        default:
            if let most = Stage.number(after: "at most", in: step.text) {
                return [.requests(most + 1)]
            }
            return [.noRequest(from: before.count { $0.verb == .auth && $0.text == step.text })]
        }
    }
}

extension CaseStep {
    /// The message that the step waits for.
    fileprivate var expected: String? {
        switch self.verb {
        case .expect, .next, .idle: self.text
        case .alive, .stays: #"{"event":"pusher:pong"}"#
        case .connect: #"{"event":"pusher:connection_established"}"#
        case .signIn: #"{"event":"pusher:signin_success"}"#
        case .subscribe: Self.success(String(self.text.prefix { $0 != " " }))
        default: nil
        }
    }

    fileprivate static func success(_ channel: String) -> String {
        #"{"event":"pusher_internal:subscription_succeeded","channel":"\#(channel)"}"#
    }
}
