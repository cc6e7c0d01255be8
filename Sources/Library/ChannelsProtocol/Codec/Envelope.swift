/// The outermost object of a message: its names are read, its data is still bytes.
struct Envelope {
    let event: EventName
    let channel: ChannelName?
    let data: JSONSlice
    let userID: UserID?

    init(_ frame: [UInt8]) throws(FrameError) {
        let parts = try Self.parts(of: frame)
        guard let event = JSONSlice(bytes: frame, range: parts.event).string else {
            throw .withoutEvent(frame)
        }
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

    private static func parts(of frame: [UInt8]) throws(FrameError) -> EnvelopeParts {
        let parts: EnvelopeParts
        do throws(JSONError) {
            parts = try EnvelopeParts(frame)
        } catch {
            if error.reason == .tooDeep { throw .tooDeep }
            throw .withoutJSON(frame, error)
        }
        guard parts.isObject else { throw .notAnObject }
        return parts
    }

    /// Decoded once if it is a string that contains JSON; `nil` for plain text or no data.
    var payload: JSONSlice? {
        guard self.data.isString else { return self.data.isAbsent ? nil : self.data }
        guard let text = self.data.withStringContents({ $0.unescaped() }) else { return nil }
        return try? JSONSlice(checking: text)
    }

    func malformed(_ what: String) -> FrameError {
        .malformed(event: self.event, channel: self.channel, what: what)
    }

    func requireChannel() throws(FrameError) -> ChannelName {
        guard let channel = self.channel else { throw self.malformed("it has no channel") }
        return channel
    }
}
