import ChannelsBasics

extension JSONWriter {
    mutating func event(_ name: String, _ channel: ChannelName? = nil) {
        self.member("event", name)
        if let channel { self.member("channel", channel.text) }
    }

    mutating func stringEvent(
        _ name: String, _ channel: ChannelName? = nil, _ members: (inout JSONWriter) -> Void
    ) {
        self.event(name, channel)
        var data = JSONWriter()
        data.object(members)
        self.key("data")
        self.string(utf8: data.bytes)
    }

    mutating func event(_ name: String, data members: (inout JSONWriter) -> Void) {
        self.event(name)
        self.key("data")
        self.object(members)
    }

    mutating func member(_ key: String, _ text: String) {
        self.key(key)
        self.string(text)
    }

    mutating func member(_ key: String, _ value: Int) {
        self.key(key)
        self.integer(value)
    }

    mutating func member(_ key: String, _ data: EventData) {
        self.key(key)
        self.raw(data.isAbsent ? Array("null".utf8)[...] : data.rawJSON)
    }

    mutating func member(_ key: String, seconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.key(key)
        self.raw((attoseconds == 0 ? "\(seconds)" : "\(duration.inSeconds)").utf8)
    }
}
