/// Where a theme comes from.
package enum ThemeOrigin: Hashable, Sendable {
    /// A built-in theme with this name.
    case builtIn(String)

    /// The path of its file.
    case file(String)
}

extension ThemeOrigin {
    /// The name by which it is requested: the file name without `.toml`.
    var id: String {
        switch self {
        case .builtIn(let name):
            return name
        case .file(let path):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
        }
    }

    /// The directory of its file, with a slash at the end; empty for the working directory.
    var folder: String? {
        guard case .file(let path) = self else { return nil }
        return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
}

extension ThemeOrigin: CustomStringConvertible {
    /// `built-in theme nord`, or the path.
    package var description: String {
        switch self {
        case .builtIn(let name): "built-in theme \(name)"
        case .file(let path): path
        }
    }
}
