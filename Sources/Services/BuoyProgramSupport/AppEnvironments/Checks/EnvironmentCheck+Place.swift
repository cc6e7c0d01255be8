import ChannelsBasics

extension EnvironmentCheck {
    mutating func checkPlace(_ values: AppValues) {
        let names = AppNames(values.product)
        for name in self.given(names.host) { self.checkHost(name, names) }
        for name in self.given(names.port) { self.checkPort(name) }
        for name in self.given(names.scheme) { self.checkScheme(name) }
        self.checkSchemeAgainstPort(names)
        for name in self.given(names.path) { self.checkPath(name) }
        self.checkProduction(names)
        guard values.pages.host == nil, let name = names.host.first else { return }
        if values.product != .pusher {
            self.add(
                name, .unusable,
                "it is missing, so the server's host is unknown: set \(name)=localhost")
        } else if values.pages.cluster == nil, let cluster = names.cluster.first {
            self.add(
                cluster, .warning,
                "it is missing, so buoy expects the app in \(AppPlace.usualCluster): set "
                    + "\(cluster)=eu, or the cluster in the app's settings")
        }
    }

    /// The names that have values in the file, without prefixes and with them. What pages take from
    /// the app is listed once.
    private func given(_ names: [String]) -> [String] {
        names.filter { self.file.value($0) != nil }
            + self.shownNames(names).filter {
                self.file.value($0) != self.file.value(Self.withoutPrefix($0))
            }
    }

    private func shownNames(_ names: [String]) -> [String] {
        names.flatMap { name in AppValues.publicPrefixes.map { $0 + name } }
            .filter { self.file.value($0) != nil }
    }

    private mutating func checkHost(_ name: String, _ names: AppNames) {
        guard let value = self.file.value(name), !Self.hasReference(value) else { return }
        let bare = Self.hostOnly(value)
        let advice = "set \(name)=" + (self.shown(bare) ?? "ws.example.com")
        if ["0.0.0.0", "::", "[::]"].contains(value) {
            let own = name.contains("REVERB") ? ", and REVERB_SERVER_HOST=\(value)" : ""
            self.add(
                name, .wrong,
                "\(value) is an address to listen on, not one to connect to: set "
                    + "\(name)=localhost\(own)")
        } else if value.contains("://") {
            self.add(name, .unusable, "it has a scheme, which does not belong here: \(advice)")
        } else if value.contains("/") {
            self.add(name, .unusable, "it has a path, which does not belong here: \(advice)")
        } else if bare != value {
            let port = name.replacing("HOST", with: "PORT")
            self.add(name, .unusable, "it has a port: \(advice), and the port as \(port)")
        } else if !Self.isHost(value) {
            self.add(name, .unusable, "it is not a host name: set \(name)=ws.example.com")
        }
    }

    private mutating func checkProduction(_ names: AppNames) {
        guard self.file.value("APP_ENV") == "production" else { return }
        for name in self.shownNames(names.host) {
            guard let value = self.file.value(name), ["localhost", "127.0.0.1"].contains(value)
            else { continue }
            self.add(
                name, .wrong,
                "\(value) is each visitor's own machine, and APP_ENV is production: set "
                    + "\(name)=ws.example.com")
        }
    }

    private mutating func checkPort(_ name: String) {
        guard let value = self.file.value(name), !Self.hasReference(value) else { return }
        if Int(value).map({ (1...65_535).contains($0) }) == true { return }
        self.add(
            name, .unusable,
            "it is not a number from 1 to 65535: set \(name)=8080, or 443 behind a proxy with TLS"
        )
    }

    private mutating func checkScheme(_ name: String) {
        guard let value = self.file.value(name), !Self.hasReference(value),
            !["http", "https"].contains(value)
        else { return }
        let meant = ["ws", "http:", "http://"].contains(value.lowercased()) ? "http" : "https"
        self.add(name, .wrong, "it is neither http nor https: set \(name)=\(meant)")
    }

    private mutating func checkSchemeAgainstPort(_ names: AppNames) {
        for name in names.scheme + self.shownNames(names.scheme) {
            let port = name.replacing("SCHEME", with: "PORT")
            let own = [name, port].map { Self.withoutPrefix($0) }
            let isOwn = own == [name, port]
            guard isOwn || [name, port].map(self.file.value) != own.map(self.file.value) else {
                continue
            }
            switch (self.file.value(name), self.file.value(port)) {
            case ("https", let number?) where ["80", "6001", "8000", "8080"].contains(number):
                self.add(
                    name, .warning,
                    "https on port \(number), where servers speak http unless they have a "
                        + "certificate: set \(name)=http, or \(port)=443 behind a proxy with TLS")
            case ("http", "443"):
                self.add(name, .wrong, "port 443 speaks https: set \(name)=https")
            default: break
            }
        }
    }

    private mutating func checkPath(_ name: String) {
        guard let value = self.file.value(name), !Self.hasReference(value),
            let path = AppPlace.path(value)
        else { return }
        let last = path.split(separator: "/").last ?? ""
        if ["app", "apps"].contains(last) {
            let rest = AppPlace.path(String(path.dropLast(last.count + 1))).flatMap(self.shown)
            self.add(
                name, .wrong,
                "clients add /\(last) themselves: "
                    + (rest.map { "set \(name)=\($0)" } ?? "remove it"))
        } else if !value.hasPrefix("/") {
            self.add(
                name, .warning,
                "it does not start with a slash: set \(name)=\(self.shown(path) ?? "/ws")")
        }
    }

    static func hasReference(_ value: String) -> Bool { value.contains("${") }

    /// The name in a host that has a scheme, a port or a path as well.
    private static func hostOnly(_ value: String) -> String {
        let start = value.firstRange(of: "://")?.upperBound ?? value.startIndex
        let host = value[start...].prefix { $0 != "/" }
        // An IPv6 address has colons of its own.
        guard host.count(where: { $0 == ":" }) == 1 else { return String(host) }
        return String(host.prefix { $0 != ":" })
    }

    private static func isHost(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "-._:[]%".unicodeScalars.contains($0)
        }
    }
}
