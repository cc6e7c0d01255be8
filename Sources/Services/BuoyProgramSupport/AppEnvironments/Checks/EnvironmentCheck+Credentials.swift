extension EnvironmentCheck {
    mutating func checkCredentials(_ values: AppValues) {
        let names = AppNames(values.product)
        if values.key == nil {
            self.missing(names.key, .unusable, "it is the public name of the app")
        }
        self.checkShownSecrets()
        guard values.product != .ably else { return self.checkAbly(values) }
        // A file with nothing but what pages need is complete without these.
        let plain = names.id + names.key + names.secret
        guard plain.contains(where: { self.file.entry($0) != nil }) else { return }
        if values.id == nil {
            self.missing(names.id, .wrong, "publishing needs it")
        }
        if values.secret == nil {
            self.missing(names.secret, .wrong, "without it nothing can be signed or published")
        }
    }

    /// Names the variable that the file has, or else the usual one.
    private mutating func missing(
        _ names: [String], _ verdict: SettingFinding.Verdict, _ reason: String
    ) {
        let present = names.first { self.file.entry($0) != nil }
        guard let name = present ?? self.usualName(of: names) else { return }
        let isOwnServer = self.values?.product == .reverb
        // The problem of its line says so already.
        guard !self.file.problems.contains(where: { $0.name == name }) else { return }
        self.add(
            name, verdict,
            "it is \(present == nil ? "missing" : "empty"), and \(reason): set \(name)=… "
                + (isOwnServer
                    ? "(php artisan reverb:install does)" : "as in the app's settings"))
    }

    /// The name in the style of the file: `PUSHER_KEY` beside `PUSHER_SECRET`.
    private func usualName(of names: [String]) -> String? {
        let isLong = self.file.entries.contains { $0.name.contains("_APP_") }
        return isLong ? names.first : names.last
    }

    private mutating func checkAbly(_ values: AppValues) {
        guard let key = values.key, values.secret == nil, self.file.entry("ABLY_KEY") != nil
        else { return }
        self.add(
            key.name, .wrong,
            "it has no secret after a colon: write the whole key, ABLY_KEY=APP.KEY:SECRET")
    }

    private mutating func checkShownSecrets() {
        for entry in self.file.entries {
            let name = Self.withoutPrefix(entry.name)
            guard name != entry.name,
                AppProduct.allCases.contains(where: { AppNames($0).secret.contains(name) })
            else { continue }
            self.add(
                entry.name, .wrong,
                "its value is built into the pages, where anyone can read it: remove it, and "
                    + "change the secret")
        }
    }
}
