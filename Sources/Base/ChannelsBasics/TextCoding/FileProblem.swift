import Glibc

/// The one form of what is said about a file that cannot be used:
/// `--secret-file: cannot read /x: no such file`.
package enum FileProblem {
    /// The operation that failed.
    package enum Action: String, Sendable {
        case read, write, create, replace
    }

    /// The words for a file, without a full stop.
    ///
    /// - Parameters:
    ///   - option: the option that names the file, if one does.
    ///   - reason: why; by default the system's last error.
    package static func cannot(
        _ action: Action, _ path: String, option: String? = nil, reason: String? = nil
    ) -> String {
        let reason = reason ?? Self.systemReason()
        return (option.map { "\($0): " } ?? "") + "cannot \(action.rawValue) \(path): \(reason)"
    }

    /// The system's words for an error, as the end of a sentence.
    ///
    /// - Parameter code: the error; by default the last one.
    package static func systemReason(_ code: Int32? = nil) -> String {
        let code = code ?? errno
        if code == ENOENT { return "no such file" }
        let words = String(cString: strerror(code))
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
