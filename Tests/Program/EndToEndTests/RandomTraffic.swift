import BuoyTestBasics

/// A server that says anything: events in bursts, members that come and go, hostile strings, what
/// is no message, and ends of all kinds.
struct RandomTraffic {
    private let server: PlayedServer
    private let texts: [HostileTexts.Entry]

    init() throws {
        var script = PlayedServer.Script()
        script.members = (0..<20).map { ("u\($0)", #"{"name":"member \#($0)"}"#) }
        self.server = try PlayedServer(script)
        self.texts = try HostileTexts.all()
    }

    /// Those that let the program watch it.
    var arguments: [String] {
        [
            "--key", "k", "--host", "127.0.0.1", "--port", "\(self.server.port)", "--no-tls",
            "--auth-endpoint", "http://127.0.0.1:\(self.server.port)/auth",
            "--subscribe", Self.channels.joined(separator: ","),
        ]
    }

    private static let channels = ["news", "private-orders", "presence-lobby", "cache-weather"]

    /// Sends something to everyone.
    ///
    /// - Returns: how many messages that were.
    func send(_ dice: inout Dice) -> Int {
        let channel = Self.channels[dice.number(0...Self.channels.count - 1)]
        let member = #"{"user_id":"u\#(dice.number(0...40))","user_info":{"n":1}}"#
        switch dice.number(0...19) {
        case 0..<8:
            let count = dice.number(1...60)
            for number in 0..<count {
                self.server.send("tick", on: channel, data: #"{"n":\#(number),"list":[1,2]}"#)
            }
            return count
        case 8..<11:
            self.server.send("pusher_internal:member_added", on: "presence-lobby", data: member)
        case 11..<14:
            self.server.send("pusher_internal:member_removed", on: "presence-lobby", data: member)
        case 14..<17:
            let entry = self.texts[dice.number(0...self.texts.count - 1)]
            guard let text = entry.text else {
                self.server.send(entry.bytes)
                return 1
            }
            self.server.send(text, on: dice.isHeads() ? channel : text, data: text)
        case 17:
            self.server.send("pusher:error", on: nil, data: #"{"code":4301,"message":"slow"}"#)
        case 18: self.server.send(#"{"event":"#)
        default:
            let codes: [UInt16] = [1001, 1011, 4200, 4201, 4202, 4100]
            self.server.close(code: codes[dice.number(0...codes.count - 1)], reason: [0x62])
        }
        return 1
    }
}
