public import ChannelsProtocol
public import FoundationEssentials

extension Timestamp {
    /// The time on the wall clock.
    public var date: Date { Date(timeIntervalSince1970: Double(self.wallMicroseconds) / 1e6) }
}
