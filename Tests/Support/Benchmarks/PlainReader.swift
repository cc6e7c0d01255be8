import Foundation

/// The least that reading can cost: `read(2)` into one buffer, counting bytes.
enum PlainReader {
    /// - Returns: microseconds of CPU per event of the plan.
    static func measure(_ plan: FloodPlan) throws -> Double {
        let server = try ServerProcess(plan.arguments)
        defer { server.stop() }
        let socket = Self.connect(port: server.port)
        defer { close(socket) }
        Self.shakeHands(socket, plan)
        let expected = plan.events * (plan.frame(0).count + 4)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        let start = Usage.now()
        while count < expected {
            let read = Glibc.read(socket, &buffer, buffer.count)
            guard read > 0 else { break }
            count += read
        }
        return (Usage.now() - start).cpu / Double(plan.events) * 1e6
    }

    private static func connect(port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    /// Upgrades and subscribes, so that the flood starts. Masked with zeros, which is allowed.
    private static func shakeHands(_ socket: Int32, _ plan: FloodPlan) {
        let request =
            "GET /app/k?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Version: 13\r\n\r\n"
        Self.write(socket, Array(request.utf8))
        for number in 0..<plan.channels {
            let text =
                #"{"event":"pusher:subscribe","data":{"channel":"\#(plan.channel(number))"}}"#
            let body = Array(text.utf8)
            Self.write(socket, [0x81, 0x80 | UInt8(body.count), 0, 0, 0, 0] + body)
        }
    }

    private static func write(_ socket: Int32, _ bytes: [UInt8]) {
        _ = Glibc.write(socket, bytes, bytes.count)
    }
}
