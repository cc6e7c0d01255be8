package import BuoyTextScreen
import ChannelsBasics
import FoundationEssentials

/// A value with a slash is a path. A name is looked for in `$XDG_CONFIG_HOME/buoy/themes`, in
/// `buoy/themes` of each directory of `$XDG_DATA_DIRS`, and among the built-in themes. The first
/// match is used, so a user's file can replace a built-in theme.
package struct ThemeSearch: Sendable {
    /// In the order of precedence.
    let directories: [String]

    package static let builtIn = ThemeSearch(directories: [])

    private init(directories: [String]) {
        self.directories = directories
    }

    /// Ignores relative paths, as the XDG base directory specification says.
    package init(environment: [String: String]) {
        let isAbsolute = { (path: String) in path.hasPrefix("/") }
        let home = environment["HOME"].flatMap { isAbsolute($0) ? $0 + "/.config" : nil }
        let config = environment["XDG_CONFIG_HOME"].flatMap { isAbsolute($0) ? $0 : nil } ?? home
        let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        let shared = (data ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
        self.directories = ([config].compactMap { $0 } + shared.filter(isAbsolute))
            .map { $0 + "/buoy/themes" }
    }

    package func theme(_ value: String) throws(ThemeError) -> Theme {
        try self.find(value).result.get()
    }

    /// Returns a theme with an error, too.
    ///
    /// - Throws: `ThemeError` if there is no such theme.
    package func find(_ value: String) throws(ThemeError) -> AvailableTheme {
        guard let origin = value.contains("/") ? .file(value) : self.origins(of: value).first
        else { throw ThemeError(file: value, problem: self.notFound(value)) }
        var loader = ThemeLoader(search: self)
        return loader.theme(origin)
    }

    /// The built-in ones in order, then the user's by name. No theme is read.
    package func names() -> [String] {
        let own = Set(self.directories.flatMap(Self.names(in:)))
        return BuiltInThemes.names + own.subtracting(BuiltInThemes.names).sorted()
    }

    /// By name. A file replaces the built-in theme of the same name.
    package func available() -> [AvailableTheme] {
        var loader = ThemeLoader(search: self)
        return self.names().compactMap { self.origins(of: $0).first }.map { loader.theme($0) }
    }
}

extension ThemeSearch {
    /// The one in use first. `folder` ends in a slash and is searched before all others.
    func origins(of name: String, besides folder: String? = nil) -> [ThemeOrigin] {
        guard !name.isEmpty else { return [] }
        let folders = [folder].compactMap { $0 } + self.directories.map { $0 + "/" }
        var found: [ThemeOrigin] = []
        for folder in folders {
            let path = "\(folder)\(name).toml"
            if !found.contains(.file(path)), FileManager.default.fileExists(atPath: path) {
                found.append(.file(path))
            }
        }
        return BuiltInThemes.names.contains(name) ? found + [.builtIn(name)] : found
    }

    func notFound(_ name: String, besides folder: String? = nil) -> ThemeError.Problem {
        let folders = [folder].compactMap { $0.map { $0.isEmpty ? "." : $0 } } + self.directories
        let names = Set(BuiltInThemes.names + folders.flatMap(Self.names(in:)))
        return .notFound(
            name, suggestion: Suggestion.nearest(to: name, among: names),
            searched: folders + ["the built-in themes"])
    }

    private static func names(in directory: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
            .map { String($0.dropLast(5)) }
    }
}
