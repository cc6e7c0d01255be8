import BuoyProgramSupport
package import BuoyRecordingFiles
import BuoyTextScreen

extension RecordingFile {
    /// Opens a recording, or a HAR file as one.
    ///
    /// - Throws: `ProgramFailure` with what to tell.
    package static func opened(_ path: String) throws -> RecordingFile {
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
}
