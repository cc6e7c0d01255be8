import ChannelsEventWords
package import ChannelsProtocol

/// Strings are made when the first term needs them.
package struct FilterSubject {
    private let channelEvent: ChannelsEvent?
    private let isSent: Bool
    private let words: EventDescription?
    /// What the row of a reconnection begins with; empty for other reports.
    let lossWords: String
    let server: String?
    private let dataLimit: Int
    private var bytes: [UInt8]?

    package init(_ event: ClientReport, dataLimit: Int, server: String? = nil) {
        self.dataLimit = dataLimit
        self.server = server
        self.lossWords = event.lossWords
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

    var tone: EventDescription.Tone? { self.words?.tone }

    var name: String { self.channelEvent?.name.text ?? self.words?.name ?? "" }

    var channel: ChannelName? { self.channelEvent.flatMap(\.channel) ?? self.words?.channel }

    var channelLabel: String {
        self.channelEvent?.channel?.text ?? self.words?.channelLabel ?? "(no channel)"
    }

    var userID: UserID? { self.channelEvent.map(\.userID) ?? self.words?.userID }

    var data: EventData? { self.channelEvent?.data ?? self.words?.data }

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

extension ClientReport {
    fileprivate var lossWords: String {
        guard case .stateChanged(let change) = self.kind else { return "" }
        return change.lossEnd?.lossWords ?? ""
    }
}
