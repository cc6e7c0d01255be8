import ChannelsProtocol
import Scripts
import TOMLFiles
import TextCoding

// Servers: `[servers.NAME]`, one table for each.
extension ConfigurationReader {
    /// Reads the servers when the layouts are known.
    mutating func readServers(_ value: TOMLNode?) {
        guard let value, let servers = self.table(value, path: "servers") else { return }
        for (name, value) in self.inOrder(servers, path: "servers") {
            let path = "servers." + name
            guard ServerNames.isAllowed(name) else {
                self.add(path, .badName(Self.shortened(name), of: "server"))
                continue
            }
            guard let table = self.table(value, path: path) else { continue }
            self.readServer(name, table, path)
        }
    }

    private mutating func readServer(
        _ name: String, _ table: [String: TOMLNode], _ path: String
    ) {
        let before = self.errors.count
        let values = self.serverValues(table, path)
        self.checkCombinations(values, path)
        guard let place = self.place(table, values, path), let key = values[.key]?.text else {
            if values[.key] == nil, self.errors.count == before {
                self.addWrongKind(path, "a server with its app key, such as key = \"app-key\"")
            }
            return
        }
        var server = NamedServer(name: name, place: place, key: key)
        self.fill(&server, values, path)
        if self.errors.count == before { self.result.servers.append(server) }
    }

    /// The values of known keys whose kind is right; everything else is an error.
    private mutating func serverValues(
        _ table: [String: TOMLNode], _ path: String, below group: String = ""
    ) -> [ServerKey: TOMLNode] {
        var values: [ServerKey: TOMLNode] = [:]
        for (key, value) in table {
            let name = group + key
            if let known = ServerKey(rawValue: name) {
                if self.isRight(value, known, path) { values[known] = value }
            } else if ServerKey.groups.contains(name) {
                guard let members = self.table(value, path: "\(path).\(name)") else { continue }
                values.merge(self.serverValues(members, path, below: name + ".")) { $1 }
            } else {
                self.addUnknownServerKey(key, path: "\(path).\(name)", below: group)
            }
        }
        return values
    }

    private mutating func addUnknownServerKey(_ key: String, path: String, below group: String) {
        let known = ServerKey.allCases.filter { $0.name == group + $0.ownName }.map(\.ownName)
        let suggestion = Suggestion.nearest(
            to: key, among: known + (group.isEmpty ? ServerKey.groups : []))
        guard SecretWords.occur(in: key), suggestion == nil || key == "secret" else {
            return self.add(path, .unknownKey(Self.shortened(key), suggestion: suggestion))
        }
        self.add(path, .secretOfServer(Self.shortened(key)))
    }

    private mutating func isRight(_ value: TOMLNode, _ key: ServerKey, _ path: String) -> Bool {
        let path = "\(path).\(key.name)"
        switch key.kind {
        case .text, .file, .layout:
            if value.plainText != nil { return true }
            if value.text?.isEmpty == false {
                self.addControls(path, key.kind.expected)
                return false
            }
        case .port: if let port = value.integer, (1...65_535).contains(port) { return true }
        case .flag: if value.flag != nil { return true }
        case .word(let words):
            if let word = value.text {
                if words.contains(word) { return true }
                self.addUnknownWord(path, word, among: words)
                return false
            }
        case .program: if value.program != nil { return true }
        case .fields: return self.areFieldsRight(value, path)
        case .channels: return self.areChannelsRight(value, path)
        case .theme: return self.theme(value, path: path) != nil
        }
        self.addWrongKind(path, key.kind.expected)
        return false
    }

    private mutating func areFieldsRight(_ value: TOMLNode, _ path: String) -> Bool {
        guard let fields = value.table else {
            self.addWrongKind(path, ServerKey.Kind.fields.expected)
            return false
        }
        for (name, value) in fields {
            guard let text = value.text, !name.contains("=") else {
                self.addWrongKind(path, ServerKey.Kind.fields.expected)
                return false
            }
            guard TOMLText.isPlain(name), TOMLText.isPlain(text) else {
                self.addControls(path, ServerKey.Kind.fields.expected)
                return false
            }
            if SecretNames.tells(name), !text.hasPrefix("@") {
                self.add("\(path).\(name)", .secretOfServer(Self.shortened(name)))
                return false
            }
        }
        return true
    }

    private mutating func areChannelsRight(_ value: TOMLNode, _ path: String) -> Bool {
        guard let names = value.texts else {
            self.addWrongKind(path, ServerKey.Kind.channels.expected)
            return false
        }
        for name in names {
            do { _ = try ChannelName(name) } catch {
                self.addWrongKind(
                    path, "\(ServerKey.Kind.channels.expected): \(Self.shortened("\(error)"))")
                return false
            }
        }
        return true
    }

    /// Keys that do not go together.
    private mutating func checkCombinations(_ values: [ServerKey: TOMLNode], _ path: String) {
        func refuse(_ key: ServerKey, _ reason: String) {
            self.addWrongKind("\(path).\(key.name)", "left out: \(reason)")
        }
        if values[.secretFile] != nil, values[.secretCommand] != nil {
            refuse(.secretCommand, "the server has a secret_file already")
        }
        let secret = [ServerKey.secretFile, .secretCommand].first { values[$0] != nil }
        if let secret, values[.endpoint] != nil, values[.appID] == nil {
            refuse(
                secret,
                "auth.endpoint authorizes channels; with app_id, the secret is for the HTTP API")
        }
        if secret == nil, values[.encryptionKeyFile] != nil {
            refuse(.encryptionKeyFile, "it needs secret_file or secret_command too")
        }
        if values[.clientKey] != nil, values[.clientCertificate] == nil {
            refuse(.clientKey, "it needs client_certificate")
        }
        if values[.cluster] != nil {
            for key in [ServerKey.port, .path] where values[key] != nil {
                refuse(key, "a cluster has its own")
            }
        }
        for key in [ServerKey.transport, .headers, .parameters]
        where values[key] != nil && values[.endpoint] == nil && values[.userEndpoint] == nil {
            refuse(key, "it needs auth.endpoint")
        }
    }

    /// Where it is; `nil` after an error.
    private mutating func place(
        _ table: [String: TOMLNode], _ values: [ServerKey: TOMLNode], _ path: String
    ) -> NamedServer.Place? {
        guard [ServerKey.host, .cluster].filter({ table[$0.name] != nil }).count == 1 else {
            self.addWrongKind(path, "a server with one of host and cluster")
            return nil
        }
        return values[.host]?.text.map { .host($0) } ?? values[.cluster]?.text.map { .cluster($0) }
    }
}

extension ConfigurationReader {
    private mutating func fill(
        _ server: inout NamedServer, _ values: [ServerKey: TOMLNode], _ path: String
    ) {
        server.port = values[.port]?.integer
        server.path = values[.path]?.text
        server.usesTLS = values[.tls]?.flag ?? true
        server.trustRootsFile = self.file(values[.trustRootsFile])
        server.clientCertificateFile = self.file(values[.clientCertificate])
        server.clientKeyFile = self.file(values[.clientKey])
        server.authorization.endpoint = values[.endpoint]?.text
        server.authorization.userEndpoint = values[.userEndpoint]?.text
        server.authorization.transport = values[.transport]?.text
        server.authorization.headers = self.fields(values[.headers])
        server.authorization.parameters = self.fields(values[.parameters])
        server.secret =
            self.file(values[.secretFile]).map { .file($0) }
            ?? values[.secretCommand]?.texts.map { .command($0) }
        server.encryptionKeyFile = self.file(values[.encryptionKeyFile])
        server.appID = values[.appID]?.text
        server.userID = values[.userID]?.text
        server.channels = values[.channels]?.texts ?? []
        server.color = values[.color]?.text.flatMap { ServerColor(rawValue: $0) }
        server.isReadOnly = values[.readOnly]?.flag ?? false
        server.theme = values[.theme].flatMap { self.theme($0, path: "\(path).theme") }
        if let name = values[.layout]?.text,
            self.layout(named: name, path: "\(path).layout") != nil
        {
            server.layout = name
        }
    }

    private func file(_ value: TOMLNode?) -> String? {
        value?.text.map { self.resolvedFile($0) }
    }

    /// `name=value`, or `name=@FILE`.
    private func fields(_ value: TOMLNode?) -> [String] {
        (value?.table ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            value.text.map { text in
                text.hasPrefix("@")
                    ? "\(name)=@\(self.resolvedFile(String(text.dropFirst())))" : "\(name)=\(text)"
            }
        }
    }
}

extension TOMLNode {
    /// The elements of a list of texts.
    var texts: [String]? {
        guard let texts = self.list?.compactMap(\.text), texts.count == self.list?.count else {
            return nil
        }
        return texts
    }

    /// A program and its arguments. A program is a name or a path; an argument may be a script of
    /// several lines, but the system ends it at a NUL.
    var program: [String]? {
        guard let words = self.texts, let program = words.first, !program.isEmpty,
            TOMLText.isPlain(program), !words.contains(where: { $0.utf8.contains(0) })
        else { return nil }
        return words
    }
}
