internal import Glibc

/// A file that disappears with the process that has it open (open(2), O_TMPFILE).
package enum NamelessFile {
    // Glibc's module does not include O_TMPFILE.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Opens one for writing that only the user can read; −1 if this is not supported, or if it
    /// could not be named afterwards.
    package static func open(in folder: String) -> Int32 {
        guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
        return Glibc.open(folder, Self.withoutName | O_WRONLY | O_CLOEXEC, 0o600)
    }

    /// The name must not exist yet; `false`, with `errno`, on failure.
    package static func link(_ descriptor: Int32, to name: String) -> Bool {
        let file = "/proc/self/fd/\(descriptor)"
        return linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }
}
