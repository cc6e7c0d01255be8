import ChannelsBasics
import ChannelsProtocol
import Glibc

/// A recording for reading. Only requested parts are read, so that a file of any size opens at
/// once: places are found by bisection, because times and numbers only increase.
package final class RecordingFile: Sendable {
    package let path: String
    /// The first line, or what stands in for it.
    package let header: RecordingHeader
    /// The place after the header.
    package let start: Int
    private let descriptor: Int32

    package struct Place: Hashable, Sendable {
        package let offset: Int
        package let end: Int
        package let line: LineStart
    }

    package init(_ path: String) throws(RecordingFileError) {
        let descriptor: Int32
        do throws(UserFile.Failure) { descriptor = try UserFile.open(path) } catch {
            throw RecordingFileError(FileProblem.cannot(.read, path, reason: error.description))
        }
        do throws(RecordingFileError) {
            (self.header, self.start) = try Self.beginning(
                Self.read(descriptor, at: 0, count: Self.headerLimit), of: path)
        } catch {
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }

    /// The header, and where the lines after it start.
    private static func beginning(
        _ bytes: [UInt8], of path: String
    ) throws(RecordingFileError) -> (RecordingHeader, start: Int) {
        var decoder = RecordingDecoder()
        if let end = bytes.lineFeed() {
            do throws(RecordingFault) {
                let line = try decoder.line(bytes, 0..<end)
                if case .header(let header) = line { return (header, end + 1) }
            } catch {
                guard error.isOfLaterFormat else {
                    throw RecordingFileError("\(path) is not a buoy recording")
                }
                throw RecordingFileError("\(path) was recorded by a newer buoy")
            }
        }
        guard let line = LineStart(bytes, 0..<bytes.count) else {
            throw RecordingFileError("\(path) is not a buoy recording")
        }
        guard !line.hasServer else {
            throw RecordingFileError(
                "\(path) has the lines of several servers: "
                    + "select one with jq -c 'select(.server == \"NAME\") | del(.server)'")
        }
        var header = RecordingHeader(ofLines: path, from: line.time)
        header.note(bytes)
        return (header, 0)
    }

    private static let headerLimit = 1 << 16

    /// The current size in bytes; it grows while the recording is being written.
    package var size: Int {
        var status = stat()
        return fstat(self.descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns fewer bytes at the end.
    func read(at offset: Int, count: Int) -> [UInt8] {
        Self.read(self.descriptor, at: offset, count: count)
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
            while filled < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
        }
    }

    // MARK: Places

    /// The first line at or after an offset that has a time and, if wanted, a number.
    package func place(
        atOrAfter offset: Int, isNumbered: Bool = false, before limit: Int = .max
    ) -> Place? {
        var offset = self.lineStart(atOrAfter: offset, before: limit)
        while let start = offset, start < limit {
            guard let end = self.lineEnd(from: start) else { return nil }
            let bytes = self.read(at: start, count: min(end - start, LineStart.sizeLimit))
            if let line = LineStart(bytes, 0..<bytes.count), !isNumbered || line.number >= 0 {
                return Place(offset: start, end: end, line: line)
            }
            offset = end
        }
        return nil
    }

    private func lineStart(atOrAfter offset: Int, before limit: Int) -> Int? {
        guard offset > self.start else { return self.start }
        return self.lineEnd(from: offset - 1, upTo: limit)
    }

    /// The offset after the next line feed; `nil` if the limit comes first.
    private func lineEnd(from offset: Int, upTo limit: Int = .max) -> Int? {
        var offset = offset
        var count = 1 << 14
        while offset < limit {
            let bytes = self.read(at: offset, count: min(count, limit - offset))
            if let feed = bytes.lineFeed() { return offset + feed + 1 }
            guard !bytes.isEmpty else { return nil }
            offset += bytes.count
            count = min(count * 2, Self.block)
        }
        return nil
    }

    /// Only a complete line that has a time.
    package var last: Place? {
        var count = 1 << 16
        let size = self.size
        while true {
            let offset = max(size - count, self.start)
            if let place = self.places(from: offset, to: size).last { return place }
            guard offset > self.start else { return nil }
            count *= 4
        }
    }

    /// The complete lines with a time that start in this part of the file.
    private func places(from offset: Int, to end: Int) -> [Place] {
        var places: [Place] = []
        var start = self.lineStart(atOrAfter: offset, before: end) ?? end
        while start < end {
            let bytes = self.read(at: start, count: min(end - start, Self.block))
            let base = start
            while let feed = bytes.lineFeed(from: start - base) {
                if let line = LineStart(bytes, (start - base)..<feed) {
                    places.append(Place(offset: start, end: base + feed + 1, line: line))
                }
                start = base + feed + 1
            }
            // A line that continues after the bytes that were read.
            guard start == base || start >= end else { continue }
            guard start < end, let next = self.lineEnd(from: start) else { break }
            let beginning = bytes.prefix(LineStart.sizeLimit)
            if let line = LineStart(Array(beginning), 0..<beginning.count) {
                places.append(Place(offset: start, end: next, line: line))
            }
            start = next
        }
        return places
    }

    /// The first line for which a condition that holds for all earlier lines does not hold.
    package func firstPlace(
        isNumbered: Bool = false, after isBefore: (LineStart) -> Bool
    ) -> Place? {
        var (low, high) = (self.start, self.size)
        while high - low > Self.bisectionEnd {
            let middle = low + (high - low) / 2
            if let place = self.place(atOrAfter: middle, isNumbered: isNumbered, before: high),
                isBefore(place.line)
            {
                low = place.offset
            } else {
                high = middle
            }
        }
        var place = self.place(atOrAfter: low, isNumbered: isNumbered)
        while let found = place, isBefore(found.line) {
            place = self.place(atOrAfter: found.end, isNumbered: isNumbered)
        }
        return place
    }

    /// How much is read line by line, rather than bisected.
    private static let bisectionEnd = 1 << 15
    private static let block = 1 << 18

    /// The last readable checkpoint that starts before an offset.
    package func checkpoint(before offset: Int) -> Place? {
        var end = min(offset, self.size)
        while end > self.start {
            let begin = max(end - (1 << 20), self.start)
            let found = self.places(from: begin, to: end).last { place in
                place.line.isCheckpoint && place.end - place.offset <= RecordingLine.sizeLimit
            }
            if let found { return found }
            end = begin
        }
        return nil
    }
}

extension [UInt8] {
    func lineFeed(from start: Int = 0) -> Int? {
        self.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, start < bytes.count,
                let place = memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(place) - base
        }
    }
}

package struct RecordingFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    /// Uses `errno`.
    static func system(_ action: FileProblem.Action, _ path: String) -> RecordingFileError {
        RecordingFileError(FileProblem.cannot(action, path))
    }
}
