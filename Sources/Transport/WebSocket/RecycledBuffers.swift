/// Makes arrays of what is read from a fast peer, in the memory of earlier ones that nobody has any more. The allocator
/// would return memory of that size to the system, and fetch it from there again, for every read.
struct RecycledBuffers {
    private var arrays: [[UInt8]] = []
    private var next = 0
    private var wereUsed = false

    /// The maximum number of arrays that are kept: twice what is read at once (`Dialer`), because a reader still has
    /// the ones before.
    private static let limit = 32
    /// Smaller arrays are not kept.
    private static let leastCount = 16_384

    /// Whether no memory is kept.
    var isEmpty: Bool { self.arrays.isEmpty }

    /// An array of these bytes.
    mutating func array(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard bytes.count >= Self.leastCount else { return [UInt8](bytes) }
        self.wereUsed = true
        if self.arrays.count < Self.limit {
            self.next = self.arrays.count
            self.arrays.append([])
        } else {
            self.next = (self.next + 1) % Self.limit
        }
        // If somebody still has the array, this makes room elsewhere and leaves it alone.
        self.arrays[self.next].removeAll(keepingCapacity: true)
        self.arrays[self.next].append(contentsOf: bytes)
        return self.arrays[self.next]
    }

    /// Gives the memory back if no array of that size was made since the last call.
    mutating func giveBackUnused() {
        if !self.wereUsed { self.arrays = [] }
        self.wereUsed = false
    }
}
