/// A place in bytes that keep the messages of many events: an array for each message would cost
/// 32 bytes, and its reference 8.
package struct KeptData: Hashable, Sendable {
    private var frameStart: UInt32
    private var frameLength: UInt32
    private var valueStart: UInt32
    private var valueLength: UInt32
    fileprivate var countedBytes: Int32

    package var frame: Range<Int> {
        Int(self.frameStart)..<Int(self.frameStart) + Int(self.frameLength)
    }

    @inline(__always)
    var data: Range<Int> {
        let start = Int(self.frameStart) + Int(self.valueStart)
        return start..<start + Int(self.valueLength)
    }

    @inline(__always)
    init(counting value: Range<Int>, of frame: Range<Int>, in bytes: [UInt8]) {
        self.frameStart = UInt32(truncatingIfNeeded: frame.lowerBound)
        self.frameLength = UInt32(truncatingIfNeeded: frame.count)
        self.valueStart = UInt32(truncatingIfNeeded: value.lowerBound &- frame.lowerBound)
        self.valueLength = UInt32(truncatingIfNeeded: value.count)
        self.countedBytes = -1
        if value.count > EventData.quicklyCounted { self.count(in: bytes) }
    }

    @inline(never)
    private mutating func count(in bytes: [UInt8]) {
        self.countedBytes = Int32(exactly: EventData(self, in: bytes).byteCount) ?? -1
    }

    /// `nil` if the data was not received, or there is no room; then nothing is appended.
    package init?(_ data: EventData, keptIn bytes: inout [UInt8]) {
        guard case .slice(let slice) = data.storage, bytes.count < Self.limit else { return nil }
        let (frame, value) = (slice.frameRange, slice.range)
        self.frameStart = UInt32(bytes.count)
        self.frameLength = UInt32(frame.count)
        self.valueStart = UInt32(value.lowerBound - frame.lowerBound)
        self.valueLength = UInt32(value.count)
        self.countedBytes = data.countedBytes
        bytes += slice.bytes[frame]
    }

    private static let limit = 1 << 31
}

extension EventData {
    package init(_ kept: KeptData, in bytes: [UInt8]) {
        self.init(
            JSONSlice(shared: bytes, range: kept.data, frame: kept.frame),
            countedBytes: kept.countedBytes)
    }
}
