import ChannelsEventWords
package import ChannelsProtocol

/// An event that a filter is applied to. Only reports are described, and strings are made when the
/// first term needs them.
package struct FilterSubject {
    /// The event that was received or sent, which needs no description.
    private let channelEvent: ChannelsEvent?
    private let isSent: Bool
    private let words: EventDescription?
    /// The name of the server, if several are shown.
    let server: String?
    private let dataLimit: Int
    private var bytes: [UInt8]?

    /// - Parameters:
    ///   - dataLimit: how many bytes of its data are searched.
    ///   - server: the name of the server, if several are shown.
    package init(_ event: ClientReport, dataLimit: Int, server: String? = nil) {
        self.dataLimit = dataLimit
        self.server = server
        switch event.kind {
        case .received(let event):
            (self.channelEvent, self.isSent, self.words) = (event, false, nil)
        case .triggered(let event):
            (self.channelEvent, self.isSent, self.words) = (event, true, nil)
        default: (self.channelEvent, self.isSent, self.words) = (nil, false, event.words)
        }
    }

    var category: EventDescription.Category {
        if let words = self.words { return words.category }
        if self.isSent { return .sent }
        return self.channelEvent?.name.isClientEvent == true ? .clientEvent : .event
    }

    /// Its tone; `nil` for events of channels.
    var tone: EventDescription.Tone? { self.words?.tone }

    /// The name of the event, or a word for the report.
    var name: String { self.channelEvent?.name.text ?? self.words?.name ?? "" }

    /// The channel, if it concerns one.
    var channel: ChannelName? { self.channelEvent.flatMap(\.channel) ?? self.words?.channel }

    /// The label in the channel column.
    var channelLabel: String {
        self.channelEvent?.channel?.text ?? self.words?.channelLabel ?? "(no channel)"
    }

    /// The user who sent the event, joined or left.
    var userID: UserID? { self.channelEvent.map(\.userID) ?? self.words?.userID }

    /// The data of an event, or the information about a member.
    var data: EventData? { self.channelEvent?.data ?? self.words?.data }

    /// The data, or the sentence of a report.
    var detail: [UInt8] {
        mutating get {
            if let bytes { return bytes }
            let bytes =
                self.channelEvent?.data.textPrefix(self.dataLimit)
                ?? self.words?.detail(limit: self.dataLimit) ?? []
            self.bytes = bytes
            return bytes
        }
    }
}
