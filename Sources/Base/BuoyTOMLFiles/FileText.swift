import ChannelsBasics
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

    /// Only UTF-8 text of at most 1 MiB.
    package static func read(_ path: String) throws(Failure) -> FileText {
        let contents: UserFile.Contents
        do throws(UserFile.Failure) {
            contents = try UserFile.read(path, limit: Self.largest)
        } catch {
            switch error {
            case .missing: throw .missing
            case .tooLarge: throw .notText(error.description)
            case .system, .notRegular, .sharedWithOthers, .stalled:
                throw .unreadable(error.description)
            }
        }
        guard let text = String(validating: contents.bytes, as: UTF8.self) else {
            throw .notText("not UTF-8 text")
        }
        return FileText(text: text, warnings: Self.warnings(path, contents))
    }

    /// Warnings about other users who could change the file.
    private static func warnings(_ path: String, _ contents: UserFile.Contents) -> [String] {
        var warnings: [String] = []
        if contents.mode & 0o002 != 0 {
            warnings.append("\(path) is writable by any user: run chmod o-w \(path)")
        }
        if contents.owner != geteuid(), contents.owner != 0 {
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
