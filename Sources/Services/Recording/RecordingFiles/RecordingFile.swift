import ChannelsProtocol
import Glibc

/// A recording that is read. Nothing is read but what is asked for, so that a file of any size opens at
/// once: places are found by bisection, because times and numbers only increase.
package final class RecordingFile: Sendable {
    /// The path, as it was given.
    package let path: String
    /// The first line.
    package let header: RecordingHeader
    /// The place after the first line.
    package let start: Int
    private let descriptor: Int32

    /// A line and its place.
    package struct Place: Hashable, Sendable {
        /// The offset of the line in the file.
        package let offset: Int
        /// The offset of the next line.
        package let end: Int
        /// The beginning of the line.
        package let line: LineStart
    }

    /// Opens a recording.
    ///
    /// - Throws: if it cannot be read, or is not a recording.
    package init(_ path: String) throws(RecordingFileError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system("cannot be read", path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw RecordingFileError("\(path) is not a regular file")
        }
        let bytes = Self.read(descriptor, at: 0, count: Self.headerLimit)
        do throws(RecordingFault) {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
                throw .headerMissing
            }
            var decoder = RecordingDecoder()
            guard case .header(let header) = try decoder.line(bytes, 0..<end) else {
                throw .headerMissing
            }
            self.header = header
            self.start = end + 1
        } catch {
            close(descriptor)
            let what =
                error.isOfLaterFormat
                ? "was recorded by a later buoy" : "is not a recording of buoy"
            throw RecordingFileError("\(path) \(what): its first line \(error)")
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(self.descriptor) }

    private static let headerLimit = 1 << 16

    /// The present size in bytes; it grows while the recording is being written.
    package var size: Int {
        var status = stat()
        return fstat(self.descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Bytes at an offset; fewer at the end.
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

    /// The first line at or after an offset that has a time; `nil` at the end.
    /// - Parameter isNumbered: whether it must have a number too.
    package func place(atOrAfter offset: Int, isNumbered: Bool = false) -> Place? {
        var offset = self.lineStart(atOrAfter: offset)
        while let start = offset {
            guard let end = self.lineEnd(from: start) else { return nil }
            let bytes = self.read(at: start, count: min(end - start, Self.startLimit))
            if let line = LineStart(bytes, 0..<bytes.count), !isNumbered || line.number >= 0 {
                return Place(offset: start, end: end, line: line)
            }
            offset = end
        }
        return nil
    }

    /// How much of a line contains its beginning.
    private static let startLimit = 128

    private func lineStart(atOrAfter offset: Int) -> Int? {
        guard offset > self.start else { return self.start }
        return self.lineEnd(from: offset - 1)
    }

    /// The offset after the next line feed; `nil` if there is none.
    private func lineEnd(from offset: Int) -> Int? {
        var offset = offset
        while true {
            let bytes = self.read(at: offset, count: 1 << 14)
            if let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) { return offset + feed + 1 }
            guard !bytes.isEmpty else { return nil }
            offset += bytes.count
        }
    }

    /// The last complete line that has a time.
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

    /// The complete lines with a time that begin in a part of the file.
    private func places(from offset: Int, to end: Int) -> [Place] {
        guard var start = self.lineStart(atOrAfter: offset), start < end else { return [] }
        let bytes = self.read(at: start, count: end - start)
        var places: [Place] = []
        let base = start
        while start < end {
            let rest = bytes[(start - base)...]
            let next =
                rest.firstIndex(of: UInt8(ascii: "\n")).map { base + $0 + 1 }
                ?? (start + rest.count >= self.size ? nil : self.lineEnd(from: start))
            guard let next else { break }
            if let line = LineStart(bytes, (start - base)..<min(next - base, bytes.count)) {
                places.append(Place(offset: start, end: next, line: line))
            }
            start = next
        }
        return places
    }

    /// The first line for which a condition that holds for all earlier lines does not hold.
    /// - Parameter isNumbered: whether only lines with a number are of interest.
    package func firstPlace(
        isNumbered: Bool = false, after isBefore: (LineStart) -> Bool
    ) -> Place? {
        var (low, high) = (self.start, self.size)
        while high - low > Self.block {
            let middle = low + (high - low) / 2
            if let place = self.place(atOrAfter: middle, isNumbered: isNumbered),
                place.offset < high,
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

    private static let block = 1 << 15

    /// The last checkpoint that begins before an offset.
    package func checkpoint(before offset: Int) -> Place? {
        var end = min(offset, self.size)
        while end > self.start {
            let begin = max(end - (1 << 20), self.start)
            if let found = self.places(from: begin, to: end).last(where: \.line.isCheckpoint) {
                return found
            }
            end = begin
        }
        return nil
    }
}
