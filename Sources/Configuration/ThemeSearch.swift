import FoundationEssentials
package import TextScreen

/// Finds a theme by name or path.
///
/// A value with a slash is a path. A name is looked for in `$XDG_CONFIG_HOME/buoy/themes`, in
/// `buoy/themes` of each directory of `$XDG_DATA_DIRS`, and among the built-in themes; the first
/// one found is taken, so a file of the user's can replace a built-in theme.
package struct ThemeSearch: Sendable {
    /// The directories in which themes are looked for, in order.
    package let directories: [String]

    /// How many themes may extend one another in a row.
    private static let longestChain = 8

    /// The largest file that is read; a theme needs some thousand bytes.
    private static let largestFile = 1 << 20

    /// Reads the XDG variables from `environment`. Relative paths in them are ignored, as the XDG
    /// base directory specification says.
    package init(environment: [String: String]) {
        let isAbsolute = { (path: String) in path.hasPrefix("/") }
        let home = environment["HOME"].flatMap { isAbsolute($0) ? $0 + "/.config" : nil }
        let config = environment["XDG_CONFIG_HOME"].flatMap { isAbsolute($0) ? $0 : nil } ?? home
        let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        let shared = (data ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
        self.directories = ([config].compactMap { $0 } + shared.filter(isAbsolute))
            .map { $0 + "/buoy/themes" }
    }

    /// The theme of this name or path, with everything that it extends.
    package func theme(_ value: String) throws(ThemeError) -> Theme {
        var file = try self.file(value, askedBy: value)
        var base = file.extends
        var steps = 0
        while let name = base {
            steps += 1
            guard steps < Self.longestChain else {
                throw ThemeError(file: value, problem: .extendsTooFar(name))
            }
            let next = try self.file(name, askedBy: value)
            file = file.extending(next)
            base = next.extends
        }
        let id = value.split(separator: "/").last.map(String.init) ?? value
        return try file.theme(id: id)
    }

    private func file(_ value: String, askedBy asker: String) throws(ThemeError) -> ThemeFile {
        if value.contains("/") {
            return try ThemeFile(text: Self.read(value), file: value)
        }
        for directory in self.directories where !value.isEmpty {
            let path = "\(directory)/\(value).toml"
            if FileManager.default.fileExists(atPath: path) {
                return try ThemeFile(text: Self.read(path), file: path)
            }
        }
        if let text = BuiltInThemes.text(of: value) {
            return try ThemeFile(text: text, file: "built-in theme \(value)")
        }
        let suggestion = Suggestion.nearest(to: value, among: BuiltInThemes.names)
        let searched = self.directories + ["the built-in themes"]
        throw ThemeError(
            file: asker,
            problem: .notFound(value, suggestion: suggestion, searched: searched))
    }

    private static func read(_ path: String) throws(ThemeError) -> String {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            // Anything else, such as a pipe, might never end.
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ThemeError(file: path, problem: .unreadable("it is not a regular file"))
            }
            guard let size = attributes[.size] as? UInt64, size <= Self.largestFile else {
                throw ThemeError(file: path, problem: .unreadable("it is larger than 1 MiB"))
            }
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch let error as ThemeError {
            throw error
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? String(describing: error) : "there is no such file"
            throw ThemeError(file: path, problem: .unreadable(reason))
        }
    }
}
