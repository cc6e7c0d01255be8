import ChannelsProtocol

/// An event that is asked about. Its texts are made when the first term needs them.
struct FilterSubject {
    let event: ClientEvent
    private let dataLimit: Int
    private var names: (name: String, channel: String)?
    private var bytes: [UInt8]?

    /// - Parameter dataLimit: how many bytes of its data are read for the text.
    init(_ event: ClientEvent, dataLimit: Int) {
        self.event = event
        self.dataLimit = dataLimit
    }

    /// As in the log.
    var name: String {
        mutating get { self.readNames().name }
    }

    /// As in the log.
    var channel: String {
        mutating get { self.readNames().channel }
    }

    /// The data, or the sentence of a report.
    var detail: [UInt8] {
        mutating get {
            if let bytes { return bytes }
            let bytes = self.readDetail()
            self.bytes = bytes
            return bytes
        }
    }

    private mutating func readNames() -> (name: String, channel: String) {
        if let names { return names }
        let names: (name: String, channel: String)
        switch self.event.kind {
        case .received(let event), .triggered(let event):
            // The same as below, without a look at the data.
            names = (event.name.text, event.channel?.text ?? self.text(dataLimit: 0).channel)
        default:
            let text = self.text(dataLimit: 0)
            names = (text.name, text.channel)
        }
        self.names = names
        return names
    }

    private func readDetail() -> [UInt8] {
        switch self.event.kind {
        case .received(let event), .triggered(let event): event.data.textPrefix(self.dataLimit)
        default: self.text(dataLimit: self.dataLimit).detail
        }
    }

    private func text(dataLimit: Int) -> EventText { EventText(self.event, dataLimit: dataLimit) }
}
