import ArgumentParser
import BuoyProgramSupport
import BuoyServers
import BuoyTOMLFiles
import ChannelsBasics
import ChannelsSigning

/// The apps of a sandbox in a TOML file: one `[[app]]` for each, with its key, id and secret, its
/// limits and its webhooks.
struct AppsFile {
    let apps: [SandboxApplication]
    /// About places where others can change the file.
    let warnings: [String]

    /// - Parameter base: the defaults of every app.
    init(_ path: String, base: SandboxApplication) throws {
        let file: FileText
        do { file = try FileText.read(path) } catch {
            throw ValidationError(
                FileProblem.cannot(.read, path, option: "--apps", reason: error.description))
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        self.warnings = file.warnings
        self.apps = try Self.apps(file.text, path: path, folder: folder, base: base)
    }

    /// - Parameter folder: the folder of the file, with a slash, for the files that it names.
    static func apps(
        _ text: String, path: String, folder: String, base: SandboxApplication
    ) throws -> [SandboxApplication] {
        let root: TOMLTable
        do { root = try TOMLDocument(text).root } catch {
            throw ValidationError("\(path), line \(error.line): \(error.text)")
        }
        if let other = root.keys.sorted().first(where: { $0 != "app" }) {
            throw ValidationError(
                "\(path): unknown key \"\(other)\"; each app starts with [[app]]")
        }
        guard let list = root["app"]?.list, !list.isEmpty else {
            throw ValidationError("\(path): no app; each app starts with [[app]]")
        }
        var apps: [SandboxApplication] = []
        var errors: [String] = []
        for (index, node) in list.enumerated() {
            let place = "\(path), app \(index + 1)"
            guard let table = node.table else { throw ValidationError("\(place) is not a table") }
            var reader = AppReader(table: table, place: place, folder: folder, app: base)
            do {
                try reader.read(number: index + 1)
                apps.append(reader.app)
            } catch let error as ValidationError {
                // Sentences about options end with a full stop, places in a file do not.
                let text = error.message
                errors.append(text.hasSuffix(".") ? String(text.dropLast()) : text)
            }
        }
        guard errors.isEmpty else { throw ValidationError(errors.joined(separator: "\n")) }
        try Self.checkNames(apps, path)
        return apps
    }

    /// Connections and calls find an app by its key and id, so both must be unique.
    private static func checkNames(_ apps: [SandboxApplication], _ path: String) throws {
        for (what, names) in [("key", apps.map(\.app.key)), ("id", apps.map(\.app.id))] {
            var seen: Set<String> = []
            if let twice = names.first(where: { !seen.insert($0).inserted }) {
                throw ValidationError("\(path): two apps share the \(what) \(twice)")
            }
        }
    }
}

private struct AppReader {
    let table: TOMLTable
    let place: String
    let folder: String
    var app: SandboxApplication

    private static let names = ["key", "id", "secret", "secret_file", "webhooks"]

    mutating func read(number: Int) throws {
        let known = Self.names + SandboxLimit.ofApps.map { SandboxLimit.fileKey($0.name) }
        if let other = self.table.keys.sorted().first(where: { !known.contains($0) }) {
            throw ValidationError(
                "\(self.place): \(Suggestion.unknown("key", other, among: known))")
        }
        self.app.app = SandboxApp(
            id: try self.name("id") ?? String(number), key: try self.key(),
            secret: try self.secret())
        for limit in SandboxLimit.ofApps {
            let key = SandboxLimit.fileKey(limit.name)
            guard let node = self.table[key] else { continue }
            let text = try node.flag.map { $0 ? "on" : "off" } ?? self.string(key)
            try limit.set(text ?? "", in: &self.app, place: "\(self.place): \(key)")
        }
        try self.readWebhooks()
    }

    private mutating func readWebhooks() throws {
        if let list = self.table["webhooks"] {
            guard let texts = list.list?.map(\.text) ?? list.text.map({ [$0] }),
                texts.allSatisfy({ $0 != nil })
            else { throw ValidationError("\(self.place): webhooks must be a list of URLs") }
            let place = self.place
            self.app.webhooks = try texts.compactMap { $0 }.map { text in
                try WebhookTarget.checked(text, place: place)
            }
        }
    }

    private func key() throws -> String {
        guard let key = try self.name("key") else {
            throw ValidationError("\(self.place) has no key")
        }
        return key
    }

    private func secret() throws -> AppSecret {
        let given = try self.string("secret")
        let file = try self.string("secret_file")
        guard given == nil || file == nil else {
            throw ValidationError("\(self.place) has both secret and secret_file")
        }
        if let file {
            return AppSecret(try SecretFile.read(file.hasPrefix("/") ? file : self.folder + file))
        }
        guard let given, !given.isEmpty else {
            throw ValidationError("\(self.place) needs secret or secret_file")
        }
        return AppSecret(given)
    }

    private func name(_ key: String) throws -> String? {
        guard let text = try self.string(key) else { return nil }
        guard SandboxApp.isName(text) else {
            throw ValidationError(
                "\(self.place): \(key) may contain only letters, digits, - and _")
        }
        return text
    }

    private func string(_ key: String) throws -> String? {
        guard let node = self.table[key] else { return nil }
        guard let text = node.text ?? node.integer.map(String.init) else {
            throw ValidationError("\(self.place): \(key) must be a string")
        }
        guard TOMLText.isPlain(text) else {
            throw ValidationError(
                "\(self.place): \(key) must be a string without control characters")
        }
        return text
    }
}
