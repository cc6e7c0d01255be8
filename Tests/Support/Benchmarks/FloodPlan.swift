import Foundation

/// What a flood consists of.
struct FloodPlan {
    /// The first argument of a process that floods.
    static let argument = "flood"

    /// How many events.
    var events: Int
    /// Bytes of one frame's text.
    var frameBytes: Int
    /// Over how many channels the events are spread.
    var channels: Int
    /// Events a second; 0 is as fast as they are taken.
    var rate: Int
    /// How many different names the events have.
    var names: Int
    /// How many members a presence channel has.
    var members: Int

    init(
        events: Int, frameBytes: Int, channels: Int = 1, rate: Int = 0, names: Int = 1,
        members: Int = 0
    ) {
        self.events = events
        self.frameBytes = frameBytes
        self.channels = channels
        self.rate = rate
        self.names = names
        self.members = members
    }

    init(_ arguments: [String]) {
        let numbers = arguments.compactMap { Int($0) } + [0, 0, 0, 0, 0, 0]
        self.init(
            events: numbers[0], frameBytes: numbers[1], channels: numbers[2], rate: numbers[3],
            names: numbers[4], members: numbers[5])
    }

    var arguments: [String] {
        [Self.argument]
            + [
                self.events, self.frameBytes, self.channels, self.rate, self.names, self.members,
            ].map(String.init)
    }

    func channel(_ number: Int) -> String { "ticker-\(number % self.channels)" }

    /// What confirms a subscription: for presence channels with their members.
    func confirmation(of channel: some StringProtocol) -> String {
        var data = ""
        if channel.hasPrefix("presence-") {
            let ids = (0..<self.members).map { #"\"u\#($0)\""# }.joined(separator: ",")
            let users = (0..<self.members).map {
                #"\"u\#($0)\":{\"name\":\"Member \#($0)\",\"email\":\"m\#($0)@example.org\"}"#
            }
            data =
                #"\"presence\":{\"count\":\#(self.members),\"ids\":[\#(ids)],"#
                + #"\"hash\":{\#(users.joined(separator: ","))}}"#
        }
        return #"{"event":"pusher_internal:subscription_succeeded","channel":""#
            + channel + #"","data":"{"# + data + #"}"}"#
    }

    /// An event as a server writes it: its data is a JSON text inside a string, of the length that
    /// makes the whole frame as long as planned.
    func frame(_ number: Int) -> [UInt8] {
        let name = self.names > 1 ? "price-\(number % self.names)" : "price"
        let head = #"{"event":"\#(name)","channel":"\#(self.channel(number))","data":"#
        let start = #""{\"number\":\#(number),\"bid\":60121.5,\"ask\":60122.0,\"venue\":\"x\","#
        let end = #"\"note\":\"\"}"}"#
        let used = head.utf8.count + start.utf8.count + end.utf8.count
        let padding = String(repeating: "n", count: max(0, self.frameBytes - used))
        return Array((head + start + #"\"note\":\""# + padding + #"\"}"}"#).utf8)
    }
}
