public import ChannelsProtocol

extension ClientError {
    /// Creates an error that ended a connection or an attempt, for testing code that reads it with
    /// `ConnectionEnd(of:)`.
    public init(
        phase: Phase, code: Int? = nil, status: Int? = nil, text: String, end: ConnectionEnd,
        isPermanent: Bool = false
    ) {
        self.init(phase: phase, code: code, status: status, text: text, isPermanent: isPermanent)
        self.end = end
    }
}
