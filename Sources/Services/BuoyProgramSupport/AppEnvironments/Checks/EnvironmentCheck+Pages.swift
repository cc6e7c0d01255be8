import BuoyScripts

extension EnvironmentCheck {
    mutating func checkPages(_ values: AppValues) {
        let names = AppNames(values.product)
        for name in names.key {
            for (shown, own) in self.pairs(name) where shown.value != own.value {
                guard !Self.isReference(shown) else { continue }
                self.add(
                    shown.name, .wrong,
                    "pages connect with a key other than \(name): set "
                        + "\(shown.name)=\"${\(name)}\", and rebuild the pages")
            }
        }
        for name in names.cluster + names.host + names.port + names.scheme + names.path {
            for (shown, own) in self.pairs(name) where shown.value != own.value {
                guard !Self.isReference(shown), let one = self.shown(shown.value),
                    let other = self.shown(own.value)
                else { continue }
                self.add(
                    shown.name, .warning,
                    "pages use \(one), and the app uses \(other): unless a proxy is between them, "
                        + "set \(shown.name)=\"${\(name)}\", and rebuild the pages")
            }
        }
        self.checkURL(values)
        self.checkMissingPages(names)
        self.checkPagesPath(names)
    }

    /// Rails publishes to the address in `PUSHER_URL`; pages use the cluster.
    private mutating func checkURL(_ values: AppValues) {
        guard let url = values.app.host, url.name == "PUSHER_URL",
            let cluster = values.pages.cluster,
            let pages = values.pages.place(of: values.product)?.address,
            let app = values.app.place(of: values.product)?.address, pages != app
        else { return }
        self.add(
            cluster.name, .warning,
            "pages use \(pages), and the app publishes to \(app) (PUSHER_URL): make them the same")
    }

    /// The entries of a name with the prefix of a bundler and without it, if both have values.
    private func pairs(_ name: String) -> [(shown: DotenvFile.Entry, own: DotenvFile.Entry)] {
        guard let own = self.file.entry(name), !own.value.isEmpty else { return [] }
        return AppValues.publicPrefixes.compactMap { prefix in
            guard let shown = self.file.entry(prefix + name), !shown.value.isEmpty else {
                return nil
            }
            return (shown, own)
        }
    }

    /// `checkReferences` reports references that are not replaced.
    private static func isReference(_ entry: DotenvFile.Entry) -> Bool {
        Self.hasReference(entry.value)
    }

    private mutating func checkMissingPages(_ names: AppNames) {
        guard self.isLaravel, self.file.entries.contains(where: { $0.name.hasPrefix("VITE_") }),
            let name = names.key.first(where: { self.file.value($0) != nil }),
            !names.key.contains(where: { self.file.value("VITE_" + $0) != nil })
        else { return }
        self.add(
            "VITE_" + name, .warning,
            "it is missing, so pages have no key: set VITE_\(name)=\"${\(name)}\", and rebuild "
                + "the pages")
    }

    /// Reverb's path is of no use if pages do not have it.
    private mutating func checkPagesPath(_ names: AppNames) {
        let name = "REVERB_SERVER_PATH"
        guard names.path.contains(name), let value = self.file.value(name),
            let path = AppPlace.path(value).flatMap(self.shown),
            !names.path.contains(where: { self.file.value("VITE_" + $0) != nil })
        else { return }
        self.add(
            name, .warning, "pages need the same path: set Echo's wsPath to '\(path)'")
    }
}
