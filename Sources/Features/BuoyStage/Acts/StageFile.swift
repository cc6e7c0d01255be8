import BuoyTOMLFiles
import ChannelsBasics
import ChannelsProtocol

/// Reads an act for the stage from a TOML file.
///
/// ```toml
/// title = "Presence in five minutes"
///
/// [[cue]]
/// name = "Somebody joins"
/// steps = ["bot add Ben", "wait 2s", "say Welcome, Ben!"]
/// ```
package struct StageFile {
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// A line for each error, without a full stop: path, line, and what is wrong.
        package let description: String
        var line: Int?
    }

    private let path: String
    private let document: TOMLDocument

    package static func read(_ path: String) throws(Failure) -> StageAct {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw Failure(description: FileProblem.cannot(.read, path, reason: error.description))
        }
        return try Self.act(file.text, path: path)
    }

    /// - Parameter path: `nil` for the built-in act. In a room, it uses a random channel, so that
    ///   only the audience is on it.
    static func chosen(_ path: String?, isRoom: Bool = false) throws(Failure) -> StageAct {
        if let path { return try Self.read(path) }
        let file = isRoom ? PackageResources.room_toml : PackageResources.presence_toml
        let act = try Self.act(
            String(decoding: file, as: UTF8.self), path: isRoom ? "room.toml" : "presence.toml")
        guard isRoom else { return act }
        let channel = ChannelName(wire: "presence-room-\(RoomToken().text.lowercased())")
        return StageAct(title: act.title, channel: channel, act.cues)
    }

    package static func act(_ text: String, path: String) throws(Failure) -> StageAct {
        let document: TOMLDocument
        do { document = try TOMLDocument(text) } catch {
            throw Failure(description: "\(path), line \(error.line): \(error.text)")
        }
        return try StageFile(path: path, document: document).act(document.root)
    }

    // MARK: Reading

    private func act(_ root: TOMLTable) throws(Failure) -> StageAct {
        var failures: [Failure] = []
        func attempt<Value>(_ read: () throws(Failure) -> Value) -> Value? {
            do throws(Failure) { return try read() } catch {
                failures.append(error)
                return nil
            }
        }
        _ = attempt { () throws(Failure) in
            try self.check(root, keys: ["channel", "cue", "title"], inside: "")
        }
        guard let list = root["cue"]?.list, !list.isEmpty, list.count <= StageAct.cueLimit else {
            failures.append(
                self.failure(
                    "cue", "an act must have 1 to \(StageAct.cueLimit) [[cue]] tables"))
            throw Self.all(failures)
        }
        let title = attempt { () throws(Failure) in
            try self.text(root["title"], "title", limit: 100)
        }
        let channel = attempt { () throws(Failure) in try self.channel(root["channel"]) }
        let cues = list.enumerated().compactMap { index, node in
            attempt { () throws(Failure) in try self.cue(node, index) }
        }
        guard failures.isEmpty, let channel else {
            throw Self.all(failures)
        }
        let file = self.path.split(separator: "/").last.map(String.init) ?? self.path
        return StageAct(title: (title ?? nil) ?? file, channel: channel, cues)
    }

    private static func all(_ failures: [Failure]) -> Failure {
        let sorted = failures.sorted { ($0.line ?? Int.max) < ($1.line ?? Int.max) }
        return Failure(description: sorted.map(\.description).joined(separator: "\n"))
    }

    private func channel(_ node: TOMLNode?) throws(Failure) -> ChannelName {
        guard let text = try self.text(node, "channel", limit: 200) else {
            return StageAct.standardChannel
        }
        guard let name = try? ChannelName(text), name.kind.hasMembers else {
            throw self.failure(
                "channel", "channel must be a presence channel, such as \"presence-stage\"")
        }
        return name
    }

    private func cue(_ node: TOMLNode, _ index: Int) throws(Failure) -> StageAct.Cue {
        let place = "cue.\(index)"
        guard let members = node.table else {
            throw self.failure(place, "a cue must be a [[cue]] table")
        }
        try self.check(members, keys: ["name", "steps"], inside: place)
        guard let list = members["steps"]?.list, !list.isEmpty, list.count <= StageAct.stepLimit
        else {
            throw self.failure(
                "\(place).steps",
                "steps must be a list of 1 to \(StageAct.stepLimit) strings, such as "
                    + "[\"bot add Ben\", \"wait 2s\", \"say Hello\"]")
        }
        var steps: [StageStep] = []
        for node in list {
            guard let line = node.text else {
                throw self.failure(
                    "\(place).steps", "a step must be a string, such as \"bot add Ben\"")
            }
            do throws(StageRefusal) { steps.append(try StageStep(line)) } catch {
                throw self.failure(node.place.line, error.description)
            }
        }
        let name = try self.text(members["name"], "\(place).name", limit: 100)
        return StageAct.Cue(name: name ?? "cue \(index + 1)", steps)
    }

    private func check(
        _ members: TOMLTable, keys: [String], inside table: String
    ) throws(Failure) {
        guard let other = members.keys.sorted().first(where: { !keys.contains($0) }) else { return }
        throw self.failure(
            table.isEmpty ? other : "\(table).\(other)",
            Suggestion.unknown("key", other, among: keys))
    }

    private func text(
        _ node: TOMLNode?, _ key: String, limit: Int
    ) throws(Failure) -> String? {
        guard let node else { return nil }
        guard let text = node.text, (1...limit).contains(text.utf8.count) else {
            let name = key.split(separator: ".").last.map(String.init) ?? key
            throw self.failure(key, "\(name) must be a string of 1 to \(limit) bytes")
        }
        guard TOMLText.isPlain(text) else {
            let name = key.split(separator: ".").last.map(String.init) ?? key
            throw self.failure(key, "\(name) must be a string without control characters")
        }
        return text
    }

    private func failure(_ key: String, _ text: String) -> Failure {
        self.failure(self.document.line(of: key), text)
    }

    private func failure(_ line: Int?, _ text: String) -> Failure {
        Failure(
            description: "\(self.path)\(line.map { ", line \($0)" } ?? ""): \(text)", line: line)
    }
}
