/// The outermost object of a message: its names are read, its data is still bytes.
struct Envelope {
    let event: EventName
    let channel: ChannelName?
    /// Empty if there is no data.
    let data: JSONSlice
    let userID: UserID?

    /// Checks a whole message and reads the common members.
    init(_ frame: [UInt8]) throws(FrameError) {
        let parts = try Parts(frame)
        guard let event = JSONSlice(bytes: frame, range: parts.event).string else { throw .noEvent }
        self.event = EventName(event)
        self.data = JSONSlice(bytes: frame, range: parts.data)
        self.userID =
            JSONSlice(bytes: frame, range: parts.userID).stringOrDigits.map { UserID($0) }

        let channel = JSONSlice(bytes: frame, range: parts.channel)
        self.channel = channel.string.map { ChannelName(wire: $0) }
        guard channel.isString || channel.isNull || channel.isAbsent else {
            throw .malformed(event: self.event, channel: nil, what: "its channel is not a string")
        }
        guard !event.isEmpty else { throw .emptyEvent(channel: self.channel) }
    }

    /// The data as JSON, decoded once if it is a string that contains JSON; `nil` if it is plain
    /// text or missing.
    var payload: JSONSlice? {
        guard self.data.isString else { return self.data.isAbsent ? nil : self.data }
        guard let text = self.data.withStringContents({ $0.unescaped() }) else { return nil }
        return try? JSONSlice(checking: text)
    }

    /// An error about this message.
    func malformed(_ what: String) -> FrameError {
        .malformed(event: self.event, channel: self.channel, what: what)
    }

    /// The channel of an event that must have one.
    func requireChannel() throws(FrameError) -> ChannelName {
        guard let channel = self.channel else { throw self.malformed("it names no channel") }
        return channel
    }
}

/// The positions of the values of an envelope; ranges of missing values are empty.
private struct Parts {
    var event = 0..<0
    var channel = 0..<0
    var data = 0..<0
    var userID = 0..<0

    init(_ frame: [UInt8]) throws(FrameError) {
        let isObject: Bool
        do throws(JSONError) {
            isObject = try frame.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                try self.read(bytes)
            }
        } catch {
            if error.reason == .tooDeep { throw .tooDeep }
            throw .notJSON(error, start: String(decoding: frame.prefix(60), as: UTF8.self))
        }
        if !isObject { throw .notAnObject }
    }

    /// Reads the members. The last of several equal keys is used, as in JavaScript.
    /// - Returns: whether the message is an object.
    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Bool {
        var scanner = JSONScanner(bytes)
        scanner.skipWhitespace()
        let isObject = scanner.current == UInt8(ascii: "{")
        if isObject {
            try scanner.readMembers { key, value in
                self.note(value, under: UnsafeBufferPointer(rebasing: bytes[key]))
            }
        } else {
            _ = try scanner.skipValue()
        }
        try scanner.finish()
        return isObject
    }

    private mutating func note(_ value: Range<Int>, under key: UnsafeBufferPointer<UInt8>) {
        let key = JSONStringContents(bytes: key)
        if key.says("event") {
            self.event = value
        } else if key.says("channel") {
            self.channel = value
        } else if key.says("data") {
            self.data = value
        } else if key.says("user_id") {
            self.userID = value
        }
    }
}
