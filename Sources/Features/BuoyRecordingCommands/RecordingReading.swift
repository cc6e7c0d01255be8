import BuoyProgramSupport
import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsProtocol

enum RecordingReading {
    static func file(_ path: String) throws -> RecordingFile {
        do throws(RecordingFileError) {
            return try RecordingFile(path)
        } catch {
            guard HARFile.isNamed(path) else {
                throw ProgramFailure(.usage, PlainOutput.line(error.description))
            }
        }
        do throws(HARError) {
            let har = try HARFile(path)
            let session = try HARSession(har, path: path)
            for warning in session.warnings {
                Console.errorLine("buoy: warning: \(PlainOutput.line(warning))")
            }
            return try HARRecording.file(of: har, session)
        } catch {
            throw ProgramFailure(.usage, PlainOutput.line(error.description))
        }
    }

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
