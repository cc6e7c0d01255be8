import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords

/// Runs the programs of rules, one of each rule at a time.
@MainActor
final class AlertPrograms {
    private var tasks: [String: Task<Void, Never>] = [:]
    private var isEnding = false
    private let server: String?

    private static let limit = Duration.seconds(10)

    nonisolated init(server: String? = nil) { self.server = server }

    /// Runs the program of a rule, if it has one and its last one has ended.
    func start(_ alert: Alert, orElse fail: @escaping @MainActor (String) -> Void) {
        let (rule, words) = (alert.rule.name, alert.rule.actions.program)
        guard !self.isEnding, let program = words.first else { return }
        let subject = "program \(program) (alert \"\(rule)\")"
        guard self.tasks[rule] == nil else {
            return fail("\(subject) not run: the previous run has not finished")
        }
        let input = Array((alert.json(server: self.server) + "\n").utf8)
        self.tasks[rule] = Task {
            let result = await ChildProcess.run(words, input: input, limit: Self.limit)
            self.tasks[rule] = nil
            // A program may ignore its input: the alert itself may be all that it needs.
            guard !Task.isCancelled, case .failure(let problem) = result, problem != .unread
            else { return }
            fail("\(subject) failed: \(problem)")
        }
    }

    func finish() async {
        for task in self.tasks.values { await task.value }
    }

    func stop() async {
        self.isEnding = true
        let tasks = Array(self.tasks.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}

extension Alert {
    /// The alert as an object, with the keys of an exported line for its event.
    fileprivate func json(server: String?) -> String {
        let name = server.map { "\"server\":\(PlainOutput.jsonString($0.utf8))," } ?? ""
        let event =
            self.event.map { ",\"event\":\(ReportLines.object(of: $0, server: server))" } ?? ""
        return "{\"alert\":\(PlainOutput.jsonString(self.rule.name.utf8)),"
            + "\"time\":\"\(UTCTime.text(of: self.time))\",\(name)"
            + "\"text\":\(PlainOutput.jsonString(self.sentence.utf8))\(event)}"
    }
}
