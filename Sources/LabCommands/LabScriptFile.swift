internal import ArgumentParser
internal import ChannelsProtocol
package import ReconnectionLab
internal import TOMLFiles

/// A script of the laboratory in a TOML file: `duration`, `name`, `connected`, and one `[[step]]`
/// for each fault.
package enum LabScriptFile {
    /// Reads a file.
    ///
    /// - Throws: `ValidationError`, with the place in the file.
    package static func read(_ path: String) throws -> LabScript {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError("\(path) cannot be used: \(error).")
        }
        return try Self.script(file.text, path: path)
    }

    /// Reads the text of a file; the path is for errors, and for the name of a script that has none.
    package static func script(_ text: String, path: String) throws -> LabScript {
        let root: [String: TOMLNode]
        do { root = TOMLNode.members(of: try TOMLDocument.parse(text)) } catch {
            let line = error.line.map { ", line \($0)" } ?? ""
            throw ValidationError("\(path)\(line): \(error.text).")
        }
        let table = LabTable(root, place: path)
        try table.allow(["connected", "duration", "name", "step"])
        guard let list = root["step"]?.list, !list.isEmpty else {
            throw ValidationError("\(path): there is no step. Each step begins with [[step]].")
        }
        let steps = try list.enumerated().map { index, node in
            let place = "\(path), step \(index + 1)"
            guard let step = node.table else { throw ValidationError("\(place) is not a table.") }
            return try LabTable(step, place: place).step()
        }
        let latest = steps.map { $0.start + ($0.duration ?? .zero) }.max() ?? .zero
        let duration = try table.time("duration") ?? min(latest + .seconds(300), LabScript.longest)
        guard duration >= .seconds(1), latest <= duration else {
            throw ValidationError("\(path): the steps take longer than the duration.")
        }
        return LabScript(
            name: try table.text("name") ?? Self.name(path), duration: duration,
            isConnected: try table.flag("connected") ?? true, steps)
    }

    private static func name(_ path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".toml") ? String(file.dropLast(5)) : file
    }
}

/// Reads the keys of one table.
private struct LabTable {
    private let members: [String: TOMLNode]
    private let place: String

    init(_ members: [String: TOMLNode], place: String) {
        self.members = members
        self.place = place
    }

    func allow(_ names: [String]) throws {
        guard let other = self.members.keys.sorted().first(where: { !names.contains($0) }) else {
            return
        }
        throw ValidationError(
            "\(self.place): \(other.debugDescription) is not a key here. The keys are "
                + names.joined(separator: ", ") + ".")
    }

    func text(_ key: String) throws -> String? {
        guard let node = self.members[key] else { return nil }
        guard let text = node.text, !text.isEmpty, text.utf8.count <= 100 else {
            throw ValidationError("\(self.place): \(key) must be a text of 1 to 100 bytes.")
        }
        return text
    }

    func flag(_ key: String) throws -> Bool? {
        guard let node = self.members[key] else { return nil }
        guard let flag = node.flag else {
            throw ValidationError("\(self.place): \(key) must be true or false.")
        }
        return flag
    }

    /// A time in seconds.
    func time(_ key: String) throws -> Duration? {
        guard let node = self.members[key] else { return nil }
        let seconds: Double? =
            switch node {
            case .integer(let seconds): Double(seconds)
            case .number(let seconds): seconds
            default: nil
            }
        guard let seconds, (0...LabScript.longest.inSeconds).contains(seconds) else {
            throw ValidationError(
                "\(self.place): \(key) must be a number of seconds, from 0 to 86400.")
        }
        return .seconds(seconds)
    }

    func step() throws -> LabScript.Step {
        try self.allow(["at", "code", "fault", "for", "status"])
        guard let start = try self.time("at") else {
            throw ValidationError("\(self.place): at is missing, the time in seconds.")
        }
        return LabScript.Step(at: start, try self.fault(), for: try self.time("for"))
    }

    private static let faults =
        "cut, close, silence, refuse, unreachable, unresolved, status or reject"

    private func fault() throws -> LabFault {
        guard let name = try self.text("fault") else {
            throw ValidationError("\(self.place): fault is missing: \(Self.faults).")
        }
        let fault: LabFault =
            switch name {
            case "cut": .cut
            case "close": .close(try self.code())
            case "silence": .silence
            case "refuse": .refuse
            case "unreachable": .unreachable
            case "unresolved": .unresolved
            case "status": .status(try self.number("status", 300...599))
            case "reject": .reject(try self.code())
            default:
                throw ValidationError(
                    "\(self.place): \(name.debugDescription) is not a fault. There are "
                        + "\(Self.faults).")
            }
        try self.refuse("code", unless: name == "close" || name == "reject")
        try self.refuse("status", unless: name == "status")
        return fault
    }

    private func refuse(_ key: String, unless isAllowed: Bool) throws {
        guard self.members[key] != nil, !isAllowed else { return }
        throw ValidationError("\(self.place): this fault has no \(key).")
    }

    private func code() throws -> CloseCode {
        let number = try self.number("code", 1000...4999)
        return CloseCode(rawValue: UInt16(clamping: number))
    }

    private func number(_ key: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = self.members[key]?.integer, range.contains(number) else {
            throw ValidationError(
                "\(self.place): \(key) must be a number from \(range.lowerBound) to "
                    + "\(range.upperBound).")
        }
        return number
    }
}
