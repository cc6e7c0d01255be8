package import ChannelsProtocol
import TextScreen

/// The event log as a file for other programs.
package enum EventExport {
    /// How a file is written.
    package enum Format: String, CaseIterable, Hashable, Sendable {
        /// A JSON object on each line: everything that is known.
        case jsonl
        /// A table for spreadsheets, by RFC 4180.
        case csv

        /// What the names of such files may end in.
        package var endings: [String] {
            switch self {
            case .jsonl: [".jsonl", ".ndjson"]
            case .csv: [".csv"]
            }
        }

        /// The usual endings of all formats, for a sentence: `.jsonl or .csv`.
        package static var usualEndings: String {
            let endings = Self.allCases.compactMap(\.endings.first)
            return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
        }

        /// The format that a file's name ends in, in upper or lower case.
        /// - Throws: `UnknownFormat`, which says what a name may end in.
        package init(fileName: String) throws(UnknownFormat) {
            let name = fileName.lowercased()
            let format = Self.allCases.first { $0.endings.contains(where: name.hasSuffix) }
            guard let format else { throw UnknownFormat(fileName: fileName) }
            self = format
        }
    }

    /// A file whose name does not say how to write it.
    package struct UnknownFormat: Error, Hashable, Sendable, CustomStringConvertible {
        /// As it was typed.
        package let fileName: String

        /// A sentence that says what to do.
        package var description: String {
            let endings = Format.allCases.flatMap(\.endings)
            let known = endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
            let name = PlainOutput.line(self.fileName)
            return name.isEmpty
                ? "Give the file a name that ends in \(known)."
                : "The name \(name) does not say the format: end it in \(known)."
        }
    }

    /// Turns events into the bytes of a file, a slice at a time, so that a program can write a long
    /// log and still show a screen in between. All bytes are UTF-8 without control characters other
    /// than the ends of lines, whatever came from a peer.
    package struct Writer: Sendable {
        /// How it is written.
        package let format: Format
        /// How many events were taken in.
        package private(set) var count = 0
        /// How many bytes came out.
        package private(set) var byteCount = 0

        private var hasStarted = false
        private var lines = JSONLines()

        /// Begins a file.
        package init(_ format: Format) { self.format = format }

        /// The next bytes of the file. The first call answers the header too; a file of no events
        /// needs one call with none.
        package mutating func bytes(for events: some Collection<ClientEvent>) -> [UInt8] {
            var bytes: [UInt8]
            switch self.format {
            case .jsonl: bytes = self.lines.bytes(for: events)
            case .csv: bytes = (self.hasStarted ? [] : CSVRows.header) + CSVRows.bytes(for: events)
            }
            self.hasStarted = true
            self.count += events.count
            self.byteCount += bytes.count
            return bytes
        }
    }
}
