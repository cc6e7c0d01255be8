import Glibc

/// Writes a file in one step: whoever reads it finds the old text or the new one, also after a
/// crash.
enum AtomicFile {
    /// Why nothing was written, as the system says it.
    struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        let description: String
    }

    /// Writes a text with mode 0600, by way of another file in the same folder, which is made with
    /// 0700 where there is none. Where the file is a link, as people who keep their settings in one
    /// folder have it, what it leads to is written.
    static func write(_ text: String, to path: String) throws(Failure) {
        let path = Self.resolved(path)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try Self.makeFolder(folder)
        var template = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.failure() }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(Failure) {
            // Behind a failure of the disk there would otherwise be an empty file.
            let isDone = Self.write(text, to: descriptor) && fsync(descriptor) == 0
            let failure = Self.failure()
            guard close(descriptor) == 0, isDone else { throw failure }
            guard rename(template, path) == 0 else { throw Self.failure() }
        } catch {
            unlink(template)
            throw error
        }
    }

    /// Where a path leads when it is a link, also one to a file that is not there yet.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<Self.mostLinks {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { return path }
            let bytes = buffer.prefix(count).map { UInt8(bitPattern: $0) }
            let target = String(decoding: bytes, as: UTF8.self)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            path = target.hasPrefix("/") ? target : folder + target
        }
        return path
    }

    /// Links that lead to links; the system follows no more either.
    private static let mostLinks = 40

    /// Makes a folder and those around it that are missing.
    static func makeFolder(_ path: String) throws(Failure) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { throw Self.failure() }
        try Self.makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure() }
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if written == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    private static func failure() -> Failure {
        Failure(description: String(cString: strerror(errno)))
    }
}
