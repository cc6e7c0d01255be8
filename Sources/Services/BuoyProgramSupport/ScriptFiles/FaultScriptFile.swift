import ArgumentParser
package import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsProtocol

/// A script of faults in a TOML file: `steps`, a list of lines as `FaultLine` reads them, and
/// optionally `name`, `duration` and `connected`.
package enum FaultScriptFile {
    package static func chosen(_ name: String) throws -> FaultScript {
        if let script = FaultScript.named(name) { return script }
        guard name.contains("/") || name.hasSuffix(".toml") else {
            throw ValidationError(
                Suggestion.unknown(
                    "script", name, among: FaultScript.all.map(\.name),
                    advice: "buoy lab lists them, and the name of a file ends in .toml"))
        }
        return try Self.read(name)
    }

    static func read(_ path: String) throws -> FaultScript {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError(FileProblem.cannot(.read, path, reason: error.description))
        }
        return try Self.script(file.text, path: path)
    }

    /// - Parameter path: for errors, and for the name of a script that has none.
    package static func script(_ text: String, path: String) throws -> FaultScript {
        let document: TOMLDocument
        do { document = try TOMLDocument(text) } catch {
            throw ValidationError("\(path), line \(error.line): \(error.text)")
        }
        var reader = FaultScriptReader(document: document, path: path)
        let script = reader.script()
        guard reader.errors.isEmpty else {
            throw ValidationError(reader.errors.joined(separator: "\n"))
        }
        return script
    }
}

private struct FaultScriptReader {
    let document: TOMLDocument
    let path: String
    private var failures: [(line: Int?, text: String)] = []

    /// In the order of the lines; what is missing comes last.
    var errors: [String] {
        self.failures.sorted { ($0.line ?? Int.max) < ($1.line ?? Int.max) }
            .map { $0.text }
    }

    init(document: TOMLDocument, path: String) {
        self.document = document
        self.path = path
    }

    private static let keys = ["connected", "duration", "name", "steps"]

    mutating func script() -> FaultScript {
        for key in self.document.root.keys.sorted() where !Self.keys.contains(key) {
            self.report(key, Suggestion.unknown("key", key, among: Self.keys))
        }
        let steps = self.steps()
        let latest = steps.map { $0.start + ($0.duration ?? .zero) }.max() ?? .zero
        let duration = self.duration() ?? min(latest + .seconds(300), FaultScript.longest)
        if latest > duration { self.report("duration", "the steps take longer than the duration") }
        return FaultScript(
            name: self.name(), duration: duration, isConnected: self.isConnected(), steps)
    }

    private mutating func report(_ key: String, _ problem: String) {
        let line = self.document.line(of: key)
        let place = line.map { ", line \($0)" } ?? ""
        self.failures.append((line, "\(self.path)\(place): \(problem)"))
    }

    private mutating func steps() -> [FaultScript.Step] {
        guard let list = self.document.root["steps"]?.list, !list.isEmpty else {
            self.report(
                "steps",
                "steps must be a list of lines, such as [\"at 10s cut\", \"at 20s refuse for 5s\"]")
            return []
        }
        var steps: [FaultScript.Step] = []
        for (index, node) in list.enumerated() {
            do throws(FaultLineError) {
                guard let line = node.text else {
                    throw FaultLineError(
                        description: "a step must be a string, such as \"at 10s cut\"")
                }
                steps.append(try FaultLine.step(line))
            } catch {
                let place = "\(self.path), line \(node.place.line), step \(index + 1)"
                self.failures.append((node.place.line, "\(place): \(error.description)"))
            }
        }
        return steps
    }

    private mutating func duration() -> Duration? {
        guard let node = self.document.root["duration"] else { return nil }
        guard let text = node.text, let duration = Duration(typed: text),
            (.seconds(1)...FaultScript.longest).contains(duration)
        else {
            self.report("duration", "duration must be a time from 1s to 24h, such as \"3m\"")
            return nil
        }
        return duration
    }

    private mutating func name() -> String {
        guard let node = self.document.root["name"] else {
            let file = self.path.split(separator: "/").last.map(String.init) ?? self.path
            return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
        }
        guard let text = node.plainText, text.utf8.count <= 100 else {
            self.report(
                "name", "name must be a string of 1 to 100 bytes, without control characters")
            return ""
        }
        return text
    }

    private mutating func isConnected() -> Bool {
        guard let node = self.document.root["connected"] else { return true }
        guard let flag = node.flag else {
            self.report("connected", "connected must be true or false")
            return true
        }
        return flag
    }
}
