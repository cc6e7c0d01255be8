import BuoyTOMLFiles
import ChannelsBasics
import Glibc
import OrderedCollections

/// The settings that were set inside the program, kept between runs: only those that differ from
/// the configuration, each with the value that the configuration had then. If that has changed
/// since, the new value is used.
///
/// It contains no secrets, no events and no client events.
struct StateFile: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// `nil` for something in the configuration that was removed.
        var value: String?
        var replaced: String?
    }

    var settings: OrderedDictionary<String, Entry> = [:]
    var filters: OrderedDictionary<String, Entry> = [:]
    var layouts: OrderedDictionary<String, Entry> = [:]
    /// Earlier lines of prompts, oldest first.
    var history: OrderedDictionary<String, [String]> = [:]
    /// The most recently used one last.
    var servers: OrderedDictionary<String, Server> = [:]

    struct Server: Hashable, Sendable {
        var settings: OrderedDictionary<String, Entry> = [:]
        var history: OrderedDictionary<String, [String]> = [:]
    }

    static let serverLimit = 50

    init() {}

    private static let version = 1
    /// Tells a damaged file from one that buoy never wrote.
    private static let firstLine =
        "# Settings saved by buoy, each with its configured value at that time."

    /// `nil` if it is not a state file of buoy, or comes from a later version. Invalid entries are
    /// ignored.
    init?(text: String) {
        guard let root = try? TOMLDocument(text).root,
            root["version"]?.integer == Self.version
        else { return nil }
        self.settings = Self.entries(root["settings"])
        self.filters = Self.entries(root["filters"])
        self.layouts = Self.entries(root["layouts"])
        self.history = Self.lines(root["history"])
        // In the order of their last use, which a table does not preserve.
        let servers = root["servers"]?.table ?? TOMLTable()
        let order = (root["server-order"]?.list ?? []).compactMap(\.text)
        for name in OrderedSet(order).union(servers.keys.sorted()) {
            guard let members = servers[name]?.table else { continue }
            self.servers[name] = Server(
                settings: Self.entries(members["settings"]),
                history: Self.lines(members["history"]))
        }
    }

    private static func lines(_ node: TOMLNode?) -> OrderedDictionary<String, [String]> {
        var lines: OrderedDictionary<String, [String]> = [:]
        for (kind, value) in (node?.table ?? TOMLTable()).sorted(by: { $0.key < $1.key }) {
            lines[kind] = (value.list ?? []).compactMap(\.text)
        }
        return lines
    }

    private static func entries(_ node: TOMLNode?) -> OrderedDictionary<String, Entry> {
        var entries: OrderedDictionary<String, Entry> = [:]
        for (name, node) in (node?.table ?? TOMLTable()).sorted(by: { $0.key < $1.key }) {
            guard let members = node.table else { continue }
            let value = members["is"]?.text
            guard value != nil || members["removed"]?.flag == true else { continue }
            entries[name] = Entry(value: value, replaced: members["instead-of"]?.text)
        }
        return entries
    }

    struct Reading {
        var file = StateFile()
        var warning: String?
        /// Whether there may be a state that could not be read: nothing may replace it.
        var isUnreadable = false
    }

    /// Renames a file of buoy's that cannot be understood, appending `.broken`. Others stay.
    ///
    /// - Parameter isLocked: whether nobody else can be writing the file.
    static func read(_ path: String, isLocked: Bool = false) -> Reading {
        do throws(FileText.Failure) {
            let text = try FileText.read(path).text
            if let file = StateFile(text: text) { return Reading(file: file) }
            guard text.hasPrefix(Self.firstLine) else {
                return Self.unreadable("\(path) is not a state file of buoy: move it away")
            }
            return Self.putAside(path, isLocked: isLocked)
        } catch {
            switch error {
            case .missing: return Reading()
            case .notText(let reason), .unreadable(let reason):
                return Self.unreadable(FileProblem.cannot(.read, path, reason: reason))
            }
        }
    }

    private static func unreadable(_ problem: String) -> Reading {
        Reading(warning: "\(problem); saved settings are ignored", isUnreadable: true)
    }

    private static func putAside(_ path: String, isLocked: Bool) -> Reading {
        let sentence = "\(path) is not a valid state file, so saved settings are ignored"
        guard isLocked else {
            do throws(FileLock.Failure) {
                let lock = try StatePaths.lock(path)
                defer { withExtendedLifetime(lock) {} }
                // Another program may have put it aside, and written a new one.
                return Self.read(path, isLocked: true)
            } catch {
                // Whoever has the lock puts it aside.
                if case .held = error { return Reading(warning: sentence) }
                return Self.putAside(path, isLocked: true)
            }
        }
        let aside = AtomicFile.putAside(path)
        return Reading(warning: sentence + (aside.map { "; the file was renamed to \($0)" } ?? ""))
    }

    var text: String {
        var text = """
            \(Self.firstLine)
            # The program writes this file; your own settings belong in config.toml.
            version = \(Self.version)

            """
        if self.servers.count > 1 {
            text += "server-order = \(TOMLText.list(Array(self.servers.keys)))\n"
        }
        for (name, entries) in [
            ("settings", self.settings), ("filters", self.filters), ("layouts", self.layouts),
        ] {
            text += Self.text(of: entries, under: name)
        }
        text += Self.text(of: self.history, under: "history")
        for (name, server) in self.servers {
            let table = "servers.\(TOMLText.key(name))"
            text += Self.text(of: server.settings, under: table + ".settings")
            text += Self.text(of: server.history, under: table + ".history")
        }
        return text
    }

    private static func text(
        of entries: OrderedDictionary<String, Entry>, under table: String
    ) -> String {
        guard !entries.isEmpty else { return "" }
        let rows = entries.map { "\(TOMLText.key($0.key)) = \(Self.text(of: $0.value))\n" }
        return "\n[\(table)]\n" + rows.joined()
    }

    private static func text(
        of history: OrderedDictionary<String, [String]>, under table: String
    ) -> String {
        guard !history.isEmpty else { return "" }
        let rows = history.map { "\(TOMLText.key($0.key)) = \(TOMLText.list($0.value))\n" }
        return "\n[\(table)]\n" + rows.joined()
    }

    private static func text(of entry: Entry) -> String {
        var members = [entry.value.map { "is = " + TOMLText.quoted($0) } ?? "removed = true"]
        if let replaced = entry.replaced {
            members.append("instead-of = " + TOMLText.quoted(replaced))
        }
        return "{ " + members.joined(separator: ", ") + " }"
    }
}
