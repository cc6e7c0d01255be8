import ChannelsBasics
import Glibc

/// A file written for the user: only they can read it, links are not followed, and another file is
/// replaced only if requested. Until `finish()`, no file has this name.
package struct OutputFile: ~Copyable {
    private let path: String
    private let draft: String
    private let overwrites: Bool
    private var descriptor: Int32
    /// Whether the draft has a name. File systems that support files without names leave nothing
    /// behind, even if the process is killed.
    private var isNamed: Bool

    /// - Parameter path: `~/` is the home folder.
    /// - Throws: `.exists` if the file may not be replaced; otherwise `.failed`.
    package init(_ path: String, overwrites: Bool) throws(OutputFileError) {
        let path = Self.expanded(path)
        self.path = path
        self.draft = "\(path).\(getpid()).part"
        self.overwrites = overwrites
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) }
        self.descriptor = NamelessFile.open(in: folder ?? ".")
        self.isNamed = self.descriptor < 0
        guard overwrites || access(path, F_OK) != 0 else { throw .exists(path) }
        guard self.isNamed else { return }
        self.descriptor = open(
            self.draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard self.descriptor >= 0 else { throw .because(.write, path) }
    }

    deinit {
        guard self.descriptor >= 0 else { return }
        close(self.descriptor)
        if self.isNamed { unlink(self.draft) }
    }

    package func write(_ bytes: [UInt8]) throws(OutputFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(self.descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .because(.write, self.path) }
            rest = rest.dropFirst(count)
        }
    }

    /// - Returns: the path, with the home folder spelled out.
    package consuming func finish() throws(OutputFileError) -> String {
        // Some file systems report a full disk only now.
        guard fsync(self.descriptor) == 0 || errno == EINVAL else {
            throw .because(.write, self.path)
        }
        if self.overwrites {
            self.isNamed = self.isNamed || self.link(to: self.draft)
            guard self.isNamed, rename(self.draft, self.path) == 0 else {
                throw .because(.replace, self.path)
            }
        } else {
            try self.link()
        }
        return self.path
    }

    /// Links the draft to another name; `false`, with `errno`, if that fails.
    private func link(to name: String) -> Bool {
        self.isNamed
            ? Glibc.link(self.draft, name) == 0
            : NamelessFile.link(self.descriptor, to: name)
    }

    /// Gives the draft its name, unless a file with that name exists: unlike rename(2), link(2)
    /// never replaces a file created in the meantime.
    private func link() throws(OutputFileError) {
        guard !self.link(to: self.path) else { return }
        switch errno {
        case EEXIST: throw .exists(self.path)
        case EPERM, EOPNOTSUPP, ENOSYS:
            // On a file system without links, such as that of a memory card, the race cannot be
            // avoided.
            guard access(self.path, F_OK) != 0 else { throw .exists(self.path) }
            guard rename(self.draft, self.path) == 0 else {
                throw .because(.write, self.path)
            }
        default: throw .because(.write, self.path)
        }
    }

    /// Writes off the main actor, because a disk may take time.
    @concurrent
    package static func write(
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

package enum OutputFileError: Error, CustomStringConvertible {
    case exists(String)
    case failed(String)

    static func because(
        _ action: FileProblem.Action, _ path: String
    ) -> OutputFileError {
        .failed(FileProblem.cannot(action, path))
    }

    package var description: String {
        switch self {
        case .exists(let path): "\(path) already exists"
        case .failed(let text): text
        }
    }
}
