import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol

/// Plays a script: told the time and what is on the screen, it answers with the keys to press.
struct KeyScriptPlayer: Sendable {
    enum Answer: Hashable, Sendable {
        case press([KeyPress])
        case wait
        case finished
        case failed(KeyScriptError)
    }

    private var steps: ArraySlice<KeyScript.Step>
    private var began: ChannelsTimestamp?

    init(_ script: KeyScript) { self.steps = script.steps[...] }

    var readsScreen: Bool {
        switch self.steps.first?.action {
        case .wait, .gone: true
        case .press, .pause, nil: false
        }
    }

    /// - Parameter rows: the rows of the screen; needed only if `readsScreen`.
    mutating func next(_ rows: [String], at time: ChannelsTimestamp) -> Answer {
        guard let step = self.steps.first else { return .finished }
        let began = self.began ?? time
        self.began = began
        let passed = time.duration(since: began)
        switch step.action {
        case .press(let keys):
            self.proceed()
            return .press(keys)
        case .pause(let duration):
            guard passed >= duration else { return .wait }
        case .wait(let text, let limit):
            guard rows.contains(where: { $0.contains(text) }) else {
                guard passed < limit else {
                    return Self.failed(step, "\"\(text)\" did not appear within \(limit.typed)")
                }
                return .wait
            }
        case .gone(let text, let limit):
            guard !rows.contains(where: { $0.contains(text) }) else {
                guard passed < limit else {
                    return Self.failed(
                        step, "\"\(text)\" was still on the screen after \(limit.typed)")
                }
                return .wait
            }
        }
        self.proceed()
        return self.next(rows, at: time)
    }

    private mutating func proceed() {
        self.steps = self.steps.dropFirst()
        self.began = nil
    }

    private static func failed(_ step: KeyScript.Step, _ reason: String) -> Answer {
        .failed(KeyScriptError(line: step.line, reason: reason))
    }
}
