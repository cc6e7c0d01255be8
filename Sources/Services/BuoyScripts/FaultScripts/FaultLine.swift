import ChannelsBasics
import ChannelsProtocol

package struct FaultLineError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Reads a fault as people type it, on the command line, in the dashboard and in files:
///
/// ```
/// [at TIME] FAULT [ARGUMENTS] [for TIME [in COUNT batches]] [every TIME [COUNT times]]
/// ```
///
/// `close 4200 for 60s in 10 batches`, `silence in for 30s`, `at 10s cut every 4s 10 times`.
package struct FaultLine {
    private var words: ArraySlice<Substring>

    private init(_ text: String) {
        self.words = text.split(separator: " ")[...]
    }

    /// - Parameter text: one fault, or several with `;` or `,` between them.
    package static func steps(_ text: String) throws(FaultLineError) -> [FaultScript.Step] {
        let parts = text.split { $0 == ";" || $0 == "," }
        guard parts.count > 1 else { return [try Self.step(text)] }
        return try parts.map { part throws(FaultLineError) in try Self.step(String(part)) }
    }

    package static func step(_ text: String) throws(FaultLineError) -> FaultScript.Step {
        var line = FaultLine(text)
        return try line.step()
    }

    // MARK: Reading

    private mutating func step() throws(FaultLineError) -> FaultScript.Step {
        let start: Duration = self.skip("at") ? try self.time(after: "at") : .zero
        let fault = try self.fault()
        var step = FaultScript.Step(at: start, fault)
        while let word = self.words.first {
            if self.skip("for") {
                step.duration = try self.time(after: "for")
            } else if Self.takesBatches(step), self.skip("in") {
                step.batches = try self.batches()
            } else if self.skip("every") {
                step.period = try self.time(after: "every")
            } else if step.period != nil, step.count == nil, let count = Int(word) {
                self.words.removeFirst()
                guard (1...1000).contains(count) else {
                    throw FaultLineError(description: "a fault can be repeated 1 to 1000 times")
                }
                step.count = count
                _ = self.skip("times")
            } else {
                let start = "unexpected \"\(word)\" after \"\(step.fault.words)\"; "
                throw FaultLineError(
                    description: start
                        + (word == "then"
                            ? "put ; between faults, and at 10s before a later one"
                            : "expected \(Self.continuation(of: step))"))
            }
        }
        if let period = step.period, let duration = step.duration, duration >= period {
            throw FaultLineError(
                description:
                    "a repetition must end before the next one starts: make \"every\" longer than \"for\""
            )
        }
        return step
    }

    /// Only what strikes once, at some time within a duration, can be divided.
    private static func takesBatches(_ step: FaultScript.Step) -> Bool {
        step.fault.isMomentary && step.duration != nil && step.batches == nil
    }

    private mutating func batches() throws(FaultLineError) -> Int {
        guard let count = self.words.popFirst().flatMap({ Int($0) }), (2...1000).contains(count)
        else {
            throw FaultLineError(
                description: "\"in\" must be followed by a number of batches from 2 to 1000")
        }
        _ = self.skip("batches")
        return count
    }

    private static func continuation(of step: FaultScript.Step) -> String {
        var words: [String] = []
        if step.duration == nil, step.period == nil {
            switch step.fault {
            case .silence(.both): words = ["\"in\"", "\"out\"", "\"old\""]
            case .delay(_, jitter: .zero): words = ["a jitter such as 200ms"]
            default: break
            }
        }
        if step.duration == nil { words.append("\"for TIME\"") }
        if Self.takesBatches(step) { words.append("\"in COUNT batches\"") }
        if step.period == nil { words.append("\"every TIME\"") }
        if step.period != nil, step.count == nil { words.append("\"COUNT times\"") }
        return words.isEmpty ? "nothing more" : words.listed()
    }

    private mutating func skip(_ word: String) -> Bool {
        guard let first = self.words.first, first == word else { return false }
        self.words.removeFirst()
        return true
    }

    private mutating func time(after word: String) throws(FaultLineError) -> Duration {
        guard let time = self.words.popFirst().flatMap({ Duration(typed: String($0)) }),
            time <= FaultScript.longest
        else {
            throw FaultLineError(
                description: "\"\(word)\" must be followed by a time, such as 500ms, 30s or 2m"
                    + (word == "for" ? "; attempts cannot be counted" : ""))
        }
        return time
    }

    private mutating func fault() throws(FaultLineError) -> Fault {
        guard let word = self.words.popFirst().map(String.init) else {
            throw FaultLineError(description: "expected a fault: \(Self.names)")
        }
        // A rule of the proxy is `hold for 5s`, and scripts may say it for the fault.
        guard let kind = FaultKind(rawValue: word == "hold" ? "delay-answers" : word) else {
            let names = FaultKind.allCases.map(\.rawValue)
            throw FaultLineError(description: Suggestion.unknown("fault", word, among: names))
        }
        switch kind {
        case .cut: return .cut
        case .reset: return .reset
        case .truncate: return .truncate
        case .corrupt: return .corrupt
        case .noPongs: return .noPongs
        case .delayAnswers: return .delayAnswers
        case .loss: return .loss
        case .refuse: return .refuse
        case .unreachable: return .unreachable
        case .unresolved: return .unresolved
        case .close: return .close(try self.closeCode(kind))
        case .reject: return .reject(try self.closeCode(kind))
        case .error: return .error(CloseCode(rawValue: UInt16(try self.number(kind, 4000...4399))))
        case .status: return .status(try self.number(kind, 300...599))
        case .throttle:
            return .throttle(bytesPerSecond: try self.number(kind, 1...1_000_000_000))
        case .silence: return .silence(self.direction())
        case .stall: return .stall(try self.stage())
        case .buffer: return .buffer(try self.shortTime(kind))
        case .delay:
            let delay = try self.shortTime(kind)
            guard let next = self.words.first, Duration(typed: String(next)) != nil else {
                return .delay(delay, jitter: .zero)
            }
            return .delay(delay, jitter: try self.shortTime(kind))
        }
    }

    private mutating func direction() -> Fault.Direction {
        guard let word = self.words.first, let direction = Fault.Direction(rawValue: String(word))
        else { return .both }
        self.words.removeFirst()
        return direction
    }

    private mutating func stage() throws(FaultLineError) -> Fault.Stage {
        guard let stage = self.words.popFirst().flatMap({ Fault.Stage(rawValue: String($0)) })
        else {
            throw FaultLineError(
                description: "\"stall\" must be followed by tcp, upgrade or hello")
        }
        return stage
    }

    private mutating func shortTime(_ kind: FaultKind) throws(FaultLineError) -> Duration {
        let time = try self.time(after: kind.rawValue)
        guard time <= .seconds(60) else {
            throw FaultLineError(description: "a \(kind.rawValue) is at most 60s")
        }
        return time
    }

    private mutating func closeCode(_ kind: FaultKind) throws(FaultLineError) -> CloseCode {
        let code = CloseCode(rawValue: UInt16(try self.number(kind, 1000...4999)))
        guard code.canBeSent else {
            throw FaultLineError(description: "a close frame cannot carry \(code.rawValue)")
        }
        return code
    }

    private mutating func number(
        _ kind: FaultKind, _ range: ClosedRange<Int>
    ) throws(FaultLineError) -> Int {
        guard let number = self.words.popFirst().flatMap({ Int($0) }), range.contains(number) else {
            throw FaultLineError(
                description: "\"\(kind.rawValue)\" must be followed by a number from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static let names = FaultKind.allCases.map(\.rawValue).joined(separator: ", ")

    // MARK: Completion

    package static func candidates(after words: [String]) -> [String] {
        let names = FaultKind.allCases.map(\.rawValue)
        guard let last = words.last else { return names + ["at", "off"] }
        if words.count == 2, words.first == "at" { return names }
        let times = ["10s", "30s", "60s", "5m"]
        switch last {
        case "at", "for", "every": return times
        case FaultKind.close.rawValue, FaultKind.reject.rawValue:
            return CloseCode.assigned.filter(\.canBeSent).map { "\($0.rawValue)" }
        case FaultKind.error.rawValue: return ["4009", "4100", "4200", "4301"]
        case FaultKind.status.rawValue: return ["401", "403", "404", "429", "500", "503"]
        case FaultKind.delay.rawValue, FaultKind.buffer.rawValue: return ["100ms", "500ms", "2s"]
        case FaultKind.throttle.rawValue: return ["100", "1000", "10000"]
        case FaultKind.silence.rawValue: return ["in", "out", "old", "for", "every"]
        case FaultKind.stall.rawValue: return Fault.Stage.allCases.map(\.rawValue)
        case "off": return []
        case "in" where words.contains("for"): return ["5", "10", "20"]
        default:
            let step = try? Self.step(words.joined(separator: " "))
            let batches = step.map(Self.takesBatches) == true ? ["in"] : []
            return batches + ["for", "every"].filter { !words.contains($0) }
        }
    }
}
