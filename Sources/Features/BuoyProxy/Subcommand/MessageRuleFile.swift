import ArgumentParser
import BuoyDashboard
import BuoyProgramSupport
import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsProtocol

/// Rules for messages in a TOML file.
///
/// ```toml
/// [[rule]]
/// filter = "event:order.* -kind:sent"
/// action = "delay 500ms"
/// ```
struct MessageRuleFile {
    private struct Problem: Error {
        let key: String
        let text: String

        init(_ key: String, _ text: String) { (self.key, self.text) = (key, text) }
    }

    private static let keys = ["action", "data", "filter"]
    private static let actions = ["drop", "twice", "change", "hold", "delay"]

    static func read(_ path: String) throws -> [MessageRule] {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError(FileProblem.cannot(.read, path, reason: error.description))
        }
        return try Self.rules(file.text, path: path)
    }

    /// - Parameter path: for error messages.
    static func rules(_ text: String, path: String) throws -> [MessageRule] {
        let document: TOMLDocument
        do { document = try TOMLDocument(text) } catch {
            throw ValidationError("\(path), line \(error.line): \(error.text)")
        }
        func failure(_ key: String, _ problem: String) -> ValidationError {
            let line = document.line(of: key).map { ", line \($0)" } ?? ""
            return ValidationError("\(path)\(line): \(problem)")
        }
        if let other = document.root.keys.first(where: { $0 != "rule" }) {
            throw failure(other, Suggestion.unknown("key", other, among: ["rule"]))
        }
        guard let list = document.root["rule"]?.list, !list.isEmpty else {
            throw failure("rule", "the file must have [[rule]] tables, each with filter and action")
        }
        return try list.enumerated().map { index, node in
            do throws(Problem) { return try Self.rule(node.table ?? TOMLTable()) } catch {
                throw failure("rule.\(index).\(error.key)", error.text)
            }
        }
    }

    private static func rule(_ table: TOMLTable) throws(Problem) -> MessageRule {
        for key in table.keys where !Self.keys.contains(key) {
            throw Problem(key, Suggestion.unknown("key", key, among: Self.keys))
        }
        guard let source = table["filter"]?.text else {
            throw Problem("filter", "filter must be a string, such as \"event:order.*\"")
        }
        let filter: EventFilter
        do { filter = try EventFilter(source) } catch { throw Problem("filter", error.description) }
        guard let action = table["action"]?.text else {
            throw Problem("action", "action must be a string: \(Self.actions.listed("or"))")
        }
        guard action == "change" || table["data"] == nil else {
            throw Problem("data", "only a rule with action = \"change\" has data")
        }
        return MessageRule(filter: filter, action: try Self.action(action, table["data"]))
    }

    private static func action(
        _ text: String, _ data: TOMLNode?
    ) throws(Problem) -> MessageRule.Action {
        switch text {
        case "drop": return .decide(.drop)
        case "twice": return .decide(.sendTwice)
        case "change":
            guard let data = data?.text else {
                throw Problem("data", "a rule that changes messages must have data, a string")
            }
            return .decide(.change(data: data))
        default: break
        }
        let word = text.split(separator: " ").first.map(String.init) ?? ""
        guard Self.actions.contains(word) else {
            throw Problem("action", Suggestion.unknown("action", word, among: Self.actions))
        }
        let step: FaultScript.Step
        do { step = try FaultLine.step(text) } catch {
            throw Problem("action", error.description)
        }
        switch step {
        case FaultScript.Step(at: .zero, .delayAnswers, for: step.duration):
            let limit = step.duration ?? MessageRule.standardLimit
            guard limit <= MessageRule.longestLimit else {
                throw Problem("action", "a message can be held for at most 1h")
            }
            return .hold(atMost: limit)
        case FaultScript.Step(at: .zero, step.fault):
            guard case .delay(let time, let jitter) = step.fault else { break }
            return .delay(time, jitter: jitter)
        default: break
        }
        throw Problem("action", "use hold, hold for 5s or delay 500ms, without other times")
    }
}
