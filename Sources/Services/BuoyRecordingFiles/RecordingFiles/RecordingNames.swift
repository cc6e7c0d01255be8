import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import Glibc

/// The names of the files of a recording. The one that is being written has the name that the user
/// chose; a finished one has the time of its start before the ending, in UTC:
/// `session.20261124-135147.jsonl`.
package struct RecordingNames: Sendable {
    let path: String
    private let folder: String
    private let stem: String
    private let ending: String

    package init(_ path: String) {
        self.path = path
        let slash = path.lastIndex(of: "/")
        self.folder = slash.map { String(path[...$0]) } ?? ""
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let dot = name.dropFirst().lastIndex(of: ".")
        self.stem = String(dot.map { name[..<$0] } ?? name)
        self.ending = String(dot.map { name[$0...] } ?? "")
    }

    /// `session.staging.jsonl`
    package func path(ofServer name: String) -> String {
        "\(self.folder)\(self.stem).\(name)\(self.ending)"
    }

    /// For another recording of the same name: `session-2.jsonl`.
    func numbered(_ number: Int) -> RecordingNames {
        number == 1
            ? self : RecordingNames("\(self.folder)\(self.stem)-\(number)\(self.ending)")
    }

    /// Held while names change hands, so that two recordings never take the same. Where the file
    /// system has no locks, there is none.
    func lock() -> FileLock? {
        try? FileLock(
            folder: self.folder.isEmpty ? "." : self.folder, patience: .seconds(1))
    }

    /// A name that no other file has.
    func finishedPath(_ start: ChannelsTimestamp) -> String {
        let digits = UTCTime.text(of: start).prefix(19).filter(\.isNumber)
        let base = "\(self.folder)\(self.stem).\(digits.prefix(8))-\(digits.dropFirst(8))"
        var path = base + self.ending
        var number = 2
        while access(path, F_OK) == 0 {
            path = "\(base)-\(number)\(self.ending)"
            number += 1
        }
        return path
    }

    /// The finished files, oldest first.
    var finishedPaths: [String] {
        let names = Folder.names(in: self.folder.isEmpty ? "." : self.folder) ?? []
        return names.filter(self.isFinished).sorted().map { self.folder + $0 }
    }

    private func isFinished(_ name: String) -> Bool {
        guard name.hasPrefix(self.stem + "."), name.hasSuffix(self.ending) else { return false }
        let time = name.dropFirst(self.stem.count + 1).dropLast(self.ending.count)
        let parts = time.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return false }
        return parts[0].count == 8 && parts[1].count == 6
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }
}
