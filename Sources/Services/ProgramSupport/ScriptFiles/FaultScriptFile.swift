import ArgumentParser
import ChannelsProtocol
package import Scripts
import TOMLFiles
import TextCoding

/// A script of faults in a TOML file: `steps`, a list of lines as `FaultLine` reads them, and
/// optionally `name`, `duration` and `connected`.
package enum FaultScriptFile {
    /// The ready script with this name, or the one in this file.
    ///
    /// - Throws: `ValidationError`.
    package static func chosen(_ name: String) throws -> FaultScript {
        if let script = FaultScript.named(name) { return script }
        guard name.contains("/") || name.hasSuffix(".toml") else {
            let meant = Suggestion.nearest(to: name, among: FaultScript.all.map(\.name))
            throw ValidationError(
                "\(name) is not a script.\(meant.map { " Did you mean \($0)?" } ?? "") "
                    + "buoy lab lists them; a file ends in .toml.")
        }
        return try Self.read(name)
    }

    /// Reads a file.
    ///
    /// - Throws: `ValidationError`, with the place in the file.
    package static func read(_ path: String) throws -> FaultScript {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError("\(path) cannot be used: \(error).")
        }
        return try Self.script(file.text, path: path)
    }

    /// Reads the text of a file; the path is for errors, and for the name of a script that has
    /// none.
    package static func script(_ text: String, path: String) throws -> FaultScript {
        let root: [String: TOMLNode]
        do { root = TOMLNode.members(of: try TOMLDocument.parse(text)) } catch {
            let line = error.line.map { ", line \($0)" } ?? ""
            throw ValidationError("\(path)\(line): \(error.text).")
        }
        let keys = ["connected", "duration", "name", "steps"]
        if let other = root.keys.sorted().first(where: { !keys.contains($0) }) {
            throw ValidationError(
                "\(path): \(other.debugDescription) is not a key here. The keys are "
                    + keys.joined(separator: ", ") + ".")
        }
        let steps = try Self.steps(root["steps"], TOMLLines(text), path)
        let latest = steps.map { $0.start + ($0.duration ?? .zero) }.max() ?? .zero
        let duration =
            try Self.duration(root["duration"], path)
            ?? min(latest + .seconds(300), FaultScript.longest)
        guard latest <= duration else {
            throw ValidationError("\(path): the steps take longer than the duration.")
        }
        return FaultScript(
            name: try Self.name(root["name"], path), duration: duration,
            isConnected: try Self.flag(root["connected"], path), steps)
    }

    private static func steps(
        _ node: TOMLNode?, _ lines: TOMLLines, _ path: String
    ) throws -> [FaultScript.Step] {
        guard let list = node?.list, !list.isEmpty else {
            throw ValidationError(
                "\(path): steps must be a list of lines, such as [\"at 10s cut\", "
                    + "\"at 20s refuse for 5s\"].")
        }
        return try list.enumerated().map { index, node in
            // Only for an error: the whole file is searched for it.
            func place() -> String {
                let row = lines.line(of: "steps", element: node.text ?? "").map { ", line \($0)" }
                return "\(path)\(row ?? ""), step \(index + 1)"
            }
            guard let line = node.text else {
                throw ValidationError("\(place()): a step is a text, such as \"at 10s cut\".")
            }
            do {
                return try FaultLine.step(line)
            } catch {
                throw ValidationError("\(place()): \(error).")
            }
        }
    }

    private static func duration(_ node: TOMLNode?, _ path: String) throws -> Duration? {
        guard let node else { return nil }
        guard let text = node.text, let duration = Duration(typed: text),
            (.seconds(1)...FaultScript.longest).contains(duration)
        else {
            throw ValidationError("\(path): duration must be a time of 1s to 24h, such as \"3m\".")
        }
        return duration
    }

    private static func name(_ node: TOMLNode?, _ path: String) throws -> String {
        guard let node else {
            let file = path.split(separator: "/").last.map(String.init) ?? path
            return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
        }
        guard let text = node.plainText, text.utf8.count <= 100 else {
            throw ValidationError(
                "\(path): name must be a text of 1 to 100 bytes, without control characters.")
        }
        return text
    }

    private static func flag(_ node: TOMLNode?, _ path: String) throws -> Bool {
        guard let node else { return true }
        guard let flag = node.flag else {
            throw ValidationError("\(path): connected must be true or false.")
        }
        return flag
    }
}
