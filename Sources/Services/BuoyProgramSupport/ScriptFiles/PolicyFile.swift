import ArgumentParser
import BuoyTOMLFiles
import ChannelsBasics
package import ChannelsProtocol

/// Policies in a TOML file: a table for each, with its `delays`, `limit`, `from` and `grows`.
///
/// Close codes have their meaning in the protocol, because other systems have none. A refusal stops
/// the policy, and 4000 switches to TLS once. After 4100–4199, the delay is at least a second.
/// After 4200–4299, the first retry is immediate.
package enum PolicyFile {
    package static func read(_ path: String) throws -> [ReconnectionPolicy] {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError(FileProblem.cannot(.read, path, reason: error.description))
        }
        return try Self.policies(file.text, path: path)
    }

    /// - Parameter path: the path of the file, for error messages.
    package static func policies(
        _ text: String, path: String
    ) throws -> [ReconnectionPolicy] {
        let document: TOMLDocument
        do { document = try TOMLDocument(text) } catch {
            throw ValidationError("\(path), line \(error.line): \(error.text)")
        }
        let policies = try document.root.keys.map { name -> ReconnectionPolicy in
            do throws(PolicyFileError) {
                guard let table = document.root[name]?.table else {
                    throw PolicyFileError("", "a policy must be a table, such as [\(name)]")
                }
                return try FilePolicy(table).policy(name)
            } catch {
                let key = error.key.isEmpty ? name : "\(name).\(error.key)"
                let line = document.line(of: key).map { ", line \($0)" } ?? ""
                throw ValidationError("\(path)\(line): \(error.problem)")
            }
        }
        guard !policies.isEmpty else { throw ValidationError("\(path) has no policies.") }
        return policies
    }
}

private struct PolicyFileError: Error {
    let key: String
    let problem: String

    init(_ key: String, _ problem: String) { (self.key, self.problem) = (key, problem) }
}

private struct FilePolicy: Sendable {
    /// The delays from the first retry on; the last range applies to all later retries.
    private let delays: [ClosedRange<Duration>]
    private let limit: Duration
    /// Whether a delay is counted from the start of the failed attempt.
    private var countsFromStart = false
    /// The longest delay as a multiple of the previous one; `nil` if only the range limits it.
    private var growth: Double?

    private static let keys = ["delays", "from", "grows", "limit"]

    init(_ table: TOMLTable) throws(PolicyFileError) {
        for key in table.keys where !Self.keys.contains(key) {
            throw PolicyFileError(key, Suggestion.unknown("key", key, among: Self.keys))
        }
        self.delays = try Self.delays(table["delays"])
        switch table["limit"]?.text {
        case "none"?: self.limit = ReconnectionPolicy.unlimited
        case let text?: self.limit = try Self.time(text, "limit")
        case nil:
            throw PolicyFileError(
                "limit", "limit must say how long an attempt may take, such as \"10s\" or \"none\"")
        }
        if let node = table["from"] {
            guard node.text == "start" else {
                throw PolicyFileError("from", "from must be \"start\"")
            }
            self.countsFromStart = true
        }
        if let node = table["grows"] {
            guard let number = node.number, (1...100).contains(number) else {
                throw PolicyFileError("grows", "grows must be a number from 1 to 100")
            }
            self.growth = number
        }
    }

    private static func delays(
        _ node: TOMLNode?
    ) throws(PolicyFileError) -> [ClosedRange<Duration>] {
        let problem = PolicyFileError(
            "delays", "delays must be a list of times and ranges, such as [\"500ms\", \"1s-3s\"]")
        guard let list = node?.list, !list.isEmpty else { throw problem }
        var ranges: [ClosedRange<Duration>] = []
        for node in list {
            let ends = node.text?.split(separator: "-").map(String.init) ?? []
            guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
                throw problem
            }
            let (least, most) = (try self.time(first, "delays"), try self.time(last, "delays"))
            guard least <= most else { throw problem }
            ranges.append(least...most)
        }
        return ranges
    }

    private static func time(_ text: String, _ key: String) throws(PolicyFileError) -> Duration {
        if text == "0s" { return .zero }
        guard let time = Duration(typed: text), time <= .seconds(86_400) else {
            throw PolicyFileError(
                key, "invalid time in \(key); use at most 24h, such as 500ms, 30s or 2m")
        }
        return time
    }

    func policy(_ name: String) -> ReconnectionPolicy {
        ReconnectionPolicy(name: name, stableTime: .zero, firstTimeLimit: self.limit) {
            history, chance, _ in
            switch history.end.closeCode?.advice {
            case .useTLS? where !history.usesTLS: return .switchToTLS
            case .reconnectAtOnce? where history.retry <= 1:
                return .retry(after: .zero, timeLimit: self.limit, rule: "first retry, immediate")
            default: break
            }
            if history.end.isRefusal { return .giveUp }
            let floor: Duration =
                history.end.closeCode?.advice == .backOff ? .seconds(1) : .zero
            let delay = max(self.delay(history, chance), floor)
            return .retry(
                after: delay, timeLimit: self.limit, rule: "delay of retry \(history.retry)")
        }
    }

    private func delay(_ history: ReconnectionHistory, _ chance: Double) -> Duration {
        let range = self.delays[min(max(history.retry, 1), self.delays.count) - 1]
        var most = range.upperBound
        if let growth { most = min(max(history.previousDelay, range.lowerBound) * growth, most) }
        let delay = range.lowerBound + (most - range.lowerBound) * chance
        guard self.countsFromStart, !history.wasConnected else { return delay }
        return max(.zero, delay - history.timeSpent)
    }
}
