import BuoyScripts
import BuoyTOMLFiles
import ChannelsBasics

// `[servers.NAME]`, one table for each.
extension ConfigurationReader {
    /// Called once the layouts are known.
    mutating func readServers(_ value: TOMLNode?) {
        guard let value, let servers = self.table(value, path: "servers") else { return }
        for (name, value) in servers {
            let path = "servers." + name
            guard ServerNames.isAllowed(name, commandNames: self.subject.commandNames) else {
                self.add(path, .badName(Self.shortened(name), of: "server"))
                continue
            }
            guard let table = self.table(value, path: path) else { continue }
            self.readServer(name, table, path)
        }
    }

    private mutating func readServer(
        _ name: String, _ table: TOMLTable, _ path: String
    ) {
        let before = self.errors.count
        var settings = ServerSettings()
        self.readServer(table, path, into: &settings)
        self.checkCombinations(settings, path)
        guard let place = self.place(table, settings, path), let key = settings.key else {
            if settings.key == nil, self.errors.count == before {
                self.addWrongKind(path, "a server with an app key, such as key = \"app-key\"")
            }
            return
        }
        guard self.errors.count == before else { return }
        self.result.servers.append(
            NamedServer(name: name, place: place, key: key, settings: settings))
    }

    private mutating func readServer(
        _ table: TOMLTable, _ path: String, below group: String = "",
        into settings: inout ServerSettings
    ) {
        for (key, value) in table {
            let name = group + key
            let path = "\(path).\(key)"
            if let known = ServerKey.named(name) {
                if let value = self.value(value, known.form, path: path) {
                    known.set(&settings, value)
                }
            } else if ServerKey.groups.contains(name) {
                guard let members = self.table(value, path: path) else { continue }
                self.readServer(members, path, below: name + ".", into: &settings)
            } else {
                self.addUnknownServerKey(key, path: path, below: group)
            }
        }
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

    private mutating func checkCombinations(_ settings: ServerSettings, _ path: String) {
        func refuse(_ key: ServerKey, _ reason: String) {
            self.addWrongKind("\(path).\(key.name)", "left out: \(reason)")
        }
        let given = { (setting: ServerSetting) in setting.key.isGiven(settings) }
        let secrets = [
            ServerSetting.secretFile.key, ServerSetting.secretProgram.key, .environmentFile,
        ].filter { $0.isGiven(settings) }
        let secret = secrets.first
        for key in secrets.dropFirst() {
            refuse(key, "the server already has \(secrets[0].name)")
        }
        if let secret, given(.authEndpoint), !given(.appID) {
            refuse(
                secret,
                "auth.endpoint authorizes channels; to use the HTTP API, add app_id")
        }
        if secret == nil, given(.encryptionKeyFile) {
            refuse(
                ServerSetting.encryptionKeyFile.key,
                "it requires secret_file, secret_command or env_file")
        }
        if given(.clientKeyFile), !given(.clientCertificateFile) {
            refuse(ServerSetting.clientKeyFile.key, "it requires client_certificate")
        }
        if given(.cluster) {
            for setting in [ServerSetting.port, .path] where given(setting) {
                refuse(setting.key, "the cluster determines it")
            }
        }
        guard !given(.authEndpoint), !given(.userAuthEndpoint) else { return }
        for setting in [ServerSetting.authTransport, .authHeaders, .authParameters, .authCookies]
        where given(setting) {
            refuse(setting.key, "it requires auth.endpoint or auth.user_endpoint")
        }
    }

    private mutating func place(
        _ table: TOMLTable, _ settings: ServerSettings, _ path: String
    ) -> NamedServer.Place? {
        let keys = [ServerSetting.host, .cluster].map(\.key.name)
        guard keys.filter({ table[$0] != nil }).count == 1 else {
            self.add(path, .incompleteServer(path))
            return nil
        }
        return settings.host.map { .host($0) } ?? settings.cluster.map { .cluster($0) }
    }
}
