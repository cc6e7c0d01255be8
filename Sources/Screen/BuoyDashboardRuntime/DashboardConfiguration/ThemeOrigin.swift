package enum ThemeOrigin: Hashable, Sendable {
    case builtIn(String)

    case file(String)
}

extension ThemeOrigin {
    /// The name in the settings: the file name without `.toml`.
    var id: String {
        switch self {
        case .builtIn(let name):
            return name
        case .file(let path):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
        }
    }

    /// Ends in a slash; empty for the working directory.
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
