import Foundation
package import Glibc

/// A blocking socket, for playing peers that no library would play. Waits 10 s at most. Used on
/// threads of its own (`onThread`, `RawServer`), never on those of Swift's tasks.
package final class RawSocket: Sendable {
    package let descriptor: Int32

    package init(descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        Glibc.close(self.descriptor)
    }

    /// Connects to a port of 127.0.0.1.
    package static func connect(port: Int) -> RawSocket {
        let socket = RawSocket(descriptor: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = Self.loopback(port: port)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = Glibc.connect(
                    socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return socket
    }

    package static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// - Returns: `false` when the peer does not take it.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(self.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    package func write(_ text: String) -> Bool { self.write(Array(text.utf8)) }

    /// What comes next; empty at the end, after a reset, and when nothing came in time.
    package func read(_ limit: Int = 65_536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        errno = 0
        let count = recv(self.descriptor, &bytes, limit, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Reads until these bytes have come, or nothing comes any more.
    package func read(until end: String) -> String {
        var bytes: [UInt8] = []
        let marker = Array(end.utf8)
        while bytes.count < marker.count || Array(bytes.suffix(marker.count)) != marker {
            let next = self.read(1)
            guard !next.isEmpty else { break }
            bytes += next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let next = self.read()
            guard !next.isEmpty else { return all }
            all += next
        }
    }

    /// Reads and forgets.
    ///
    /// - Returns: whether the peer ended the connection, orderly or not; `false` when the time
    ///   passed.
    package func waitForEnd() -> Bool {
        while !self.read().isEmpty {}
        return errno != EAGAIN
    }

    package func readTextToEnd() -> String { String(decoding: self.readToEnd(), as: UTF8.self) }

    /// A socket that listens on a free port of 127.0.0.1.
    package static func listening(backlog: Int32) -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = listen(descriptor, backlog)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Ends our half.
    package func finish() { shutdown(self.descriptor, Int32(SHUT_WR)) }

    /// Makes the close of this socket an RST.
    package func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            self.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

/// Runs blocking work on its own thread.
package func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

/// A server that plays a script on each connection, on its own thread. Ends with its last
/// reference.
package final class RawServer: Sendable {
    package let port: Int
    private let descriptor: Int32

    package init(_ script: @escaping @Sendable (RawSocket) -> Void) {
        let (descriptor, port) = RawSocket.listening(backlog: 128)
        self.descriptor = descriptor
        self.port = port
        Thread.detachNewThread {
            while true {
                let accepted = accept(descriptor, nil, nil)
                guard accepted >= 0 else { break }
                Thread.detachNewThread { script(RawSocket(descriptor: accepted)) }
            }
            // Closed here, where it is waited on: closed elsewhere, its number could be that of the
            // next server by the time this thread accepts again, which would play the wrong script.
            Glibc.close(descriptor)
        }
    }

    /// Ends the accepting; what was accepted is played to its end.
    deinit { shutdown(self.descriptor, Int32(SHUT_RDWR)) }
}
