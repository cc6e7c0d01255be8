import Glibc

/// A port of ::1 that does not answer: somebody listens, but the queue of the connections that wait
/// to be accepted is full, and Linux drops what comes on top.
final class BlackHole {
    let port: Int
    private var descriptors: [Int32]

    init?() {
        let listener = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        self.port = Int(UInt16(bigEndian: address.sin6_port))
        self.descriptors = [listener]
        guard isListening else { return nil }
        // Until one is not connected at once: on loopback that means it is dropped.
        for _ in 0..<16 {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
            let client = socket(AF_INET6, type, 0)
            self.descriptors.append(client)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(client, $0, length)
                }
            }
            var watched = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
            if poll(&watched, 1, 500) == 0 { return }
        }
        return nil
    }

    deinit { for descriptor in self.descriptors { close(descriptor) } }
}
