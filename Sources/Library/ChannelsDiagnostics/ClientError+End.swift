public import ChannelsProtocol

extension ClientError {
    /// Creates an error for the end of a connection or an attempt. Use it to test code that calls
    /// `ConnectionEnd(of:)`.
    public init(
        phase: Phase, code: Int? = nil, status: Int? = nil, text: String, end: ConnectionEnd,
        isPermanent: Bool = false
    ) {
        self.init(phase: phase, code: code, status: status, text: text, isPermanent: isPermanent)
        self.end = end
    }
}
