internal import Glibc

/// A file that is written for the user: readable by nobody else, never through a link, and never
/// in place of another without having been told so. Until `finish()` nothing has its name.
struct OutputFile: ~Copyable {
    private let path: String
    private let draft: String
    private let overwrites: Bool
    private var descriptor: Int32
    /// Whether the draft has its name. Where the file system can do without, nothing is left behind
    /// even by a process that is killed.
    private var isNamed: Bool

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: where it will be written; `~/` is the home folder.
    ///   - overwrites: whether it may take the place of a file that is there.
    /// - Throws: `.exists` when there is one and it may not, `.failed` with a sentence otherwise.
    init(_ path: String, overwrites: Bool) throws(OutputFileError) {
        let path = Self.expanded(path)
        self.path = path
        self.draft = "\(path).\(getpid()).part"
        self.overwrites = overwrites
        self.descriptor = Self.openNameless(in: path.lastIndex(of: "/").map { String(path[...$0]) })
        self.isNamed = self.descriptor < 0
        guard overwrites || access(path, F_OK) != 0 else { throw .exists(path) }
        guard self.isNamed else { return }
        self.descriptor = open(
            self.draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard self.descriptor >= 0 else { throw .because("cannot be written", path) }
    }

    /// A file without a name, which goes when the process does; −1 where there is none, or where it
    /// could not be named afterwards, which is done by way of `/proc`.
    private static func openNameless(in folder: String?) -> Int32 {
        guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
        return open(folder ?? ".", Self.withoutName | O_WRONLY | O_CLOEXEC, 0o600)
    }

    // What Glibc's module does not show of open(2): O_TMPFILE.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// What was not finished leaves nothing behind.
    deinit {
        guard self.descriptor >= 0 else { return }
        close(self.descriptor)
        if self.isNamed { unlink(self.draft) }
    }

    /// Writes behind what was written before.
    func write(_ bytes: [UInt8]) throws(OutputFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(self.descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .because("could not be written completely", self.path) }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives the file its name.
    ///
    /// - Returns: the path, with the home folder spelled out.
    consuming func finish() throws(OutputFileError) -> String {
        // A disk that is full may say so only now.
        guard fsync(self.descriptor) == 0 || errno == EINVAL else {
            throw .because("could not be written completely", self.path)
        }
        if self.overwrites {
            self.isNamed = self.isNamed || self.link(to: self.draft)
            guard self.isNamed, rename(self.draft, self.path) == 0 else {
                throw .because("cannot be replaced", self.path)
            }
        } else {
            try self.link()
        }
        return self.path
    }

    /// Gives the draft another name; false, and `errno`, when that is not possible.
    private func link(to name: String) -> Bool {
        guard !self.isNamed else { return Glibc.link(self.draft, name) == 0 }
        let file = "/proc/self/fd/\(self.descriptor)"
        return linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }

    /// Gives the draft its name unless something has that name: unlike rename(2), link(2) never
    /// replaces what has come there meanwhile.
    private func link() throws(OutputFileError) {
        guard !self.link(to: self.path) else { return }
        switch errno {
        case EEXIST: throw .exists(self.path)
        case EPERM, EOPNOTSUPP, ENOSYS:
            // A file system without links, as on a memory card: nothing closes the gap there.
            guard access(self.path, F_OK) != 0 else { throw .exists(self.path) }
            guard rename(self.draft, self.path) == 0 else {
                throw .because("cannot be written", self.path)
            }
        default: throw .because("cannot be written", self.path)
        }
    }

    /// Writes a whole file, away from the main actor: a disk may take its time.
    ///
    /// - Returns: the path, with the home folder spelled out.
    @concurrent
    static func write(
        _ bytes: [UInt8], to path: String, overwrites: Bool
    ) async throws(OutputFileError) -> String {
        let file = try OutputFile(path, overwrites: overwrites)
        try file.write(bytes)
        return try file.finish()
    }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = Environment.current["HOME"] else { return path }
        return home + path.dropFirst(1)
    }
}

/// Why a file was not written.
enum OutputFileError: Error, CustomStringConvertible {
    /// There is one of this path already.
    case exists(String)
    /// A sentence.
    case failed(String)

    /// With what the system said last.
    static func because(_ what: String, _ path: String) -> OutputFileError {
        .failed("\(path) \(what): \(String(cString: strerror(errno)))")
    }

    var description: String {
        switch self {
        case .exists(let path): "\(path) exists already"
        case .failed(let text): text
        }
    }
}
