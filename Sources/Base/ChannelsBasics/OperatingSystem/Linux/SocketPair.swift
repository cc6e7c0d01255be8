internal import Glibc

enum SocketPair {
    /// Opens two streams that no other program inherits; `nil`, with `errno`, if that fails.
    static func open() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (ends[0], ends[1])
    }

    /// Sends without waiting what there is room for. Returns the number of bytes, or −1 with
    /// `errno`; a closed other end is an error, not a signal.
    static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
        Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
}
