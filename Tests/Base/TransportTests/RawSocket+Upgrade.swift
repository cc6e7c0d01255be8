import BuoyTestBasics

@testable import ChannelsTransport

extension RawSocket {
    /// Plays the server's side of an upgrade: reads the request, answers 101 with these bytes
    /// behind.
    func acceptUpgrade(followedBy bytes: [UInt8] = [], extra: String = "") {
        let accept = self.readUpgradeAccept()
        self.write(
            Array(
                ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(accept)\r\n\(extra)\r\n").utf8) + bytes)
    }

    /// Reads an upgrade request and works out the answer to its key.
    func readUpgradeAccept() -> String {
        let request = self.read(until: "\r\n\r\n")
        let key = request.split(separator: "\r\n")
            .first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19)
        return key.map { WebSocketKey.accept(for: String($0)) } ?? "no key"
    }
}
