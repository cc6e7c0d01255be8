import Glibc

/// Why a recording cannot be written or read, as a sentence that says what to do.
package struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// An error of the system.
    static func system(_ what: String, _ path: String) -> RecordingFileError {
        RecordingFileError("\(path) \(what): \(Self.reason)")
    }

    /// The system's last error, in its words.
    static var reason: String { String(cString: strerror(errno)) }
}
