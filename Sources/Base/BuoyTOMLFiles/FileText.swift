import ChannelsBasics
import FoundationEssentials
import Glibc

package struct FileText: Hashable, Sendable {
    package let text: String
    package let warnings: [String]

    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case missing
        case notText(String)
        case unreadable(String)

        package var description: String {
            switch self {
            case .missing: "no such file"
            case .notText(let reason), .unreadable(let reason): reason
            }
        }
    }

    package static let largest = 1 << 20

    /// Only regular UTF-8 files of at most 1 MiB; pipes and devices might never end.
    package static func read(_ path: String) throws(Failure) -> FileText {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw .unreadable(FileProblem.systemReason())
            }
            throw .missing
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable("not a regular file")
        }
        let bytes = try Self.bytes(of: descriptor)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notText("not UTF-8 text")
        }
        return FileText(text: text, warnings: Self.warnings(path, status))
    }

    private static func bytes(of descriptor: Int32) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(FileProblem.systemReason())
            }
            bytes += chunk.prefix(count)
            guard bytes.count <= Self.largest else { throw .notText("larger than 1 MiB") }
        }
    }

    /// Warnings about other users who could change the file.
    private static func warnings(_ path: String, _ status: stat) -> [String] {
        var warnings: [String] = []
        if status.st_mode & 0o002 != 0 {
            warnings.append("\(path) is writable by any user: run chmod o-w \(path)")
        }
        if status.st_uid != geteuid(), status.st_uid != 0 {
            warnings.append("\(path) belongs to another user")
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var around = stat()
        if stat(folder.isEmpty ? "/" : folder, &around) == 0,
            around.st_mode & 0o002 != 0, around.st_mode & S_ISVTX == 0
        {
            warnings.append("\(path) can be replaced by any user: run chmod o-w \(folder)")
        }
        return warnings
    }
}
