import BuoyRecordingFiles
import BuoyTextScreen
import ChannelsBasics
package import ChannelsProtocol

package enum EventExport {
    package enum Format: String, CaseIterable, Hashable, Sendable {
        case jsonl
        case csv

        var endings: [String] {
            switch self {
            case .jsonl: [".jsonl", ".ndjson"]
            case .csv: [".csv"]
            }
        }

        /// For a sentence: `.jsonl or .csv`.
        static var usualEndings: String {
            Self.allCases.compactMap(\.endings.first).listed()
        }

        package init(fileName: String) throws(UnknownFormat) {
            let name = fileName.lowercased()
            let format = Self.allCases.first { $0.endings.contains(where: name.hasSuffix) }
            guard let format else { throw UnknownFormat(fileName: fileName) }
            self = format
        }
    }

    package struct UnknownFormat: Error, Hashable, Sendable, CustomStringConvertible {
        let fileName: String

        package var description: String {
            let known = Format.allCases.flatMap(\.endings).listed()
            let name = PlainOutput.line(self.fileName)
            return name.isEmpty
                ? "Use a file name that ends in \(known)."
                : "Unknown format for \(name): use a name that ends in \(known)."
        }
    }

    /// Works in slices, so that a long log can be written without blocking the screen. The output
    /// is UTF-8 without control characters other than line ends, whatever the peer sent.
    package struct Writer: Sendable {
        let format: Format
        private(set) var count = 0
        package private(set) var byteCount = 0

        private var hasStarted = false
        private let server: (@Sendable (Int) -> String?)?
        private var lines: ReportLines

        package init(_ format: Format, server: (@Sendable (Int) -> String?)? = nil) {
            self.format = format
            self.server = server
            self.lines = ReportLines { server?($0) }
        }

        /// The first call also returns the header; a file without events needs one call without
        /// events.
        package mutating func bytes(for events: some Collection<ClientReport>) -> [UInt8] {
            var bytes: [UInt8]
            switch self.format {
            case .jsonl: bytes = self.lines.bytes(for: events)
            case .csv:
                let header = self.hasStarted ? [] : CSVRows.header(hasServers: self.server != nil)
                bytes = header + CSVRows.bytes(for: events, server: self.server)
            }
            self.hasStarted = true
            self.count += events.count
            self.byteCount += bytes.count
            return bytes
        }
    }
}
