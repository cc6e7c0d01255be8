import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsProtocol

enum RecordingReading {
    static func read(
        _ file: RecordingFile, from offset: Int? = nil, _ take: ([RecordingLine]) throws -> Bool
    ) throws -> Int {
        var cursor = RecordingCursor(file, at: offset ?? file.start)
        while case let entries = cursor.next(), !entries.isEmpty {
            guard try take(entries.map(\.line)) else { break }
        }
        if let warning = cursor.warning(of: file.path) {
            Console.errorLine("buoy: warning: \(PlainOutput.line(warning))")
        }
        return cursor.unreadable
    }
}
