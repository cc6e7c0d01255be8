/// Copies large reads into arrays whose memory is reused. Otherwise the allocator returns it to
/// the system after each read, and fetches it again for the next.
struct RecycledBuffers {
    private var arrays: [[UInt8]] = []
    private var next = 0
    private var wereUsed = false

    /// Four times as many as are read at once (`Dialer`), because a slow reader still uses the
    /// previous ones.
    private static let limit = 32
    private static let leastCount = 16_384

    var isEmpty: Bool { self.arrays.isEmpty }

    mutating func array(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        guard bytes.count >= Self.leastCount else { return [UInt8](bytes) }
        self.wereUsed = true
        if self.arrays.count < Self.limit {
            self.next = self.arrays.count
            self.arrays.append([])
        } else {
            self.next = (self.next + 1) % Self.limit
        }
        // If the array is still in use, this allocates a new one and leaves it alone.
        self.arrays[self.next].removeAll(keepingCapacity: true)
        self.arrays[self.next].append(contentsOf: bytes)
        return self.arrays[self.next]
    }

    /// Frees the memory if no array of that size was made since the last call.
    mutating func giveBackUnused() {
        if !self.wereUsed { self.arrays = [] }
        self.wereUsed = false
    }
}
