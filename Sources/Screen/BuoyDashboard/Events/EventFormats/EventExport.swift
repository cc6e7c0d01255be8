import BuoyRecording
import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

/// Exports the event log as a file for other programs.
package enum EventExport {
    /// How a file with rows of the log is written, chosen by the end of its name.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// One JSON object per line, with all details.
        case jsonl
        /// A table for spreadsheets (RFC 4180).
        case csv

        /// The file name endings for the format.
        var endings: [String] {
            switch self {
            case .jsonl: [".jsonl", ".ndjson"]
            case .csv: [".csv"]
            }
        }

        /// The usual ending of each format, for a sentence: `.jsonl or .csv`.
        static var usualEndings: String {
            Self.allCases.compactMap(\.endings.first).listed()
        }

        /// The format for the ending of a file name, ignoring case.
        /// - Throws: `UnknownFormat`, which lists the possible endings.
        package init(fileName: String) throws(UnknownFormat) {
            let name = fileName.lowercased()
            let format = Self.allCases.first { $0.endings.contains(where: name.hasSuffix) }
            guard let format else { throw UnknownFormat(fileName: fileName) }
            self = format
        }
    }

    /// A file name that does not determine a format.
    package struct UnknownFormat: Error, Hashable, Sendable, CustomStringConvertible {
        /// The name as typed.
        let fileName: String

        /// A sentence that says what to do.
        package var description: String {
            let known = Format.allCases.flatMap(\.endings).listed()
            let name = PlainOutput.line(self.fileName)
            return name.isEmpty
                ? "Use a file name that ends in \(known)."
                : "Unknown format for \(name): use a name that ends in \(known)."
        }
    }

    /// Converts events to the bytes of a file in slices, so that a program can write a long log
    /// without blocking the screen. The output is UTF-8 without control characters other than line
    /// ends, whatever the peer sent.
    package struct Writer: Sendable {
        let format: Format
        /// The number of events.
        private(set) var count = 0
        /// The number of bytes.
        package private(set) var byteCount = 0

        private var hasStarted = false
        private var lines = ReportLines()

        /// Creates a writer for a new file.
        /// - Parameter server: the name of the server of an event, by the number of the event, if
        ///   they are of several servers.
        package init(_ format: Format, server: (@Sendable (Int) -> String?)? = nil) {
            self.format = format
            self.lines.server = server
        }

        /// The next bytes of the file. The first call also returns the header; a file without
        /// events needs one call without events.
        package mutating func bytes(for events: some Collection<ClientReport>) -> [UInt8] {
            var bytes: [UInt8]
            switch self.format {
            case .jsonl: bytes = self.lines.bytes(for: events)
            case .csv:
                let server = self.lines.server
                let header = self.hasStarted ? [] : CSVRows.header(hasServers: server != nil)
                bytes = header + CSVRows.bytes(for: events, server: server)
            }
            self.hasStarted = true
            self.count += events.count
            self.byteCount += bytes.count
            return bytes
        }
    }
}
