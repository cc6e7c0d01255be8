import Foundation

/// A queue in a folder: each batch is a file of JSON lines, whose name sorts by time. A worker
/// takes the first file, and deletes it when it is done.
struct SpoolFolder: EventQueue {
    let folder: URL

    init(_ path: String) throws {
        self.folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: self.folder, withIntermediateDirectories: true)
    }

    func append(_ entries: [QueueEntry]) async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        var lines = Data()
        for entry in entries {
            lines += try encoder.encode(entry)
            lines.append(UInt8(ascii: "\n"))
        }
        // A worker never sees half a file: it gets its name when it is complete.
        try lines.write(to: self.folder.appending(path: Self.name()), options: .atomic)
    }

    /// Unique, also between several bridges.
    private static func name() -> String {
        let microseconds = Int64(Date().timeIntervalSince1970 * 1e6)
        return "\(microseconds)-\(UUID().uuidString).jsonl"
    }
}
