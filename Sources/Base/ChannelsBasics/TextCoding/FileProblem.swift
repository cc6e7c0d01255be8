import ChannelsPOSIX

/// Uniform messages about unusable files: `--secret-file: cannot read /x: no such file`.
package enum FileProblem {
    package enum Action: String, Sendable {
        case read, write, create, replace
    }

    /// - Parameter reason: by default the system's last error.
    package static func cannot(
        _ action: Action, _ path: String, option: String? = nil, reason: String? = nil
    ) -> String {
        let reason = reason ?? Self.systemReason()
        return (option.map { "\($0): " } ?? "") + "cannot \(action.rawValue) \(path): \(reason)"
    }

    package static func systemReason(_ code: Int32? = nil) -> String {
        let code = code ?? errno
        if code == ENOENT { return "no such file" }
        let words = self.systemWords(code)
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    /// The system's words for an error, such as `Connection refused`.
    package static func systemWords(_ code: Int32) -> String { String(cString: strerror(code)) }
}
