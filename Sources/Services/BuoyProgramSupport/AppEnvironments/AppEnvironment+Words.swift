import BuoyTOMLFiles
package import ChannelsBasics

extension SettingWords {
    /// How advice names the settings of an app: by the variables of its `.env` file, with their
    /// lines. What the file does not say is named by the program's options.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` if the server does not come from one.
    ///   - publishes: whether the address is that where the app publishes, not that of its pages.
    package static func program(
        environmentFile path: String?, publishes: Bool = false
    ) -> SettingWords {
        guard let path, let file = (try? FileText.read(path)).map({ DotenvFile($0.text) }),
            let values = AppValues(file)
        else { return .program }
        var words = SettingWords.program
        FilePlaces(
            path: path, file: file, values: values, side: publishes ? values.app : values.pages
        ).name(in: &words)
        return words
    }
}

private struct FilePlaces {
    let path: String
    let file: DotenvFile
    let values: AppValues
    let side: AppSide

    func name(in words: inout SettingWords) {
        self.nameScheme(in: &words)
        if let key = self.place(of: self.values.key) {
            words.checkKey = "Check \(key.name) \(key.line)."
        }
        if let secret = self.place(of: self.values.secret) {
            words.checkSecret = "Check \(secret.name) \(secret.line)."
        }
        if let cluster = self.place(of: self.side.cluster) {
            words.useCluster = "set \(cluster.name) \(cluster.line), to"
        }
        // Only for the pages: inside its container, the app reaches the server by that name.
        if let host = self.side.host, let entry = self.file.entry(host.name) {
            words.useLocalhost = "set \(host.name)=localhost in \(self.path), line \(entry.line)"
        }
        if let place = self.lines(of: [self.side.host, self.side.port].compactMap(\.self)) {
            words.checkPlace = "Check \(place)"
            words.startServer = "\(self.start), or check \(place).\(self.portRemark)"
        }
    }

    /// `REVERB_HOST and REVERB_PORT in .env, lines 5 and 6`; `nil` for defaults.
    private func lines(of values: [AppValue]) -> String? {
        let entries = values.compactMap { self.file.source($0.name) }
        guard !entries.isEmpty else { return nil }
        let names = entries.map(\.name).joined(separator: " and ")
        let lines = entries.map { "\($0.line)" }.joined(separator: " and ")
        return "\(names) in \(self.path), line\(entries.count > 1 ? "s" : "") \(lines)"
    }

    /// Where a value is written: other variables may only refer to it.
    private func place(of value: AppValue?) -> (name: String, line: String)? {
        value.flatMap { self.file.source($0.name) }.map {
            ($0.name, "in \(self.path), line \($0.line)")
        }
    }

    private func nameScheme(in words: inout SettingWords) {
        var name: String?
        var place = "in \(self.path)"
        if let scheme = self.place(of: self.side.scheme) {
            (name, place) = (scheme.name, scheme.line)
        } else if let host = self.side.host, host.name.hasSuffix("HOST") {
            name = host.name.dropLast(4) + "SCHEME"
        }
        guard let name else { return }
        words.useTLS = "set \(name)=https \(place)"
        words.connectPlainly = "set \(name)=http \(place)"
        words.plainSetting = "\(name)=http \(place)"
    }

    private var start: String {
        let names = [self.values.key, self.side.host].compactMap(\.?.name)
        if names.contains(where: { $0.contains("SOCKUDO") }) {
            return "Start the server (sockudo)"
        }
        return switch self.values.product {
        case .reverb: "Start the server with php artisan reverb:start"
        case .soketi: "Start the server with soketi start"
        case .pusher: "Start the server (soketi start, or sockudo)"
        case .ably: "Start the server"
        }
    }

    /// Reverb listens on another port than apps and pages connect to, if a proxy stands between.
    private var portRemark: String {
        guard self.values.product == .reverb, let port = self.side.port,
            let wanted = Int(port.value),
            let served = self.file.value("REVERB_SERVER_PORT").flatMap({ Int($0) }),
            served != wanted
        else { return "" }
        return " Reverb itself listens on REVERB_SERVER_PORT=\(served): if no proxy serves "
            + "\(wanted), set \(port.name)=\(served)."
    }
}
