package enum WebSocketCloseCode {
    static let normal: UInt16 = 1000
    static let protocolError: UInt16 = 1002
    static let invalidText: UInt16 = 1007
    static let tooBig: UInt16 = 1009

    /// 1004 to 1006 and 1015 are reserved, and below 3000 only registered codes exist.
    static func isAllowed(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// The reason is cut between characters to fit.
    package static func payload(code: UInt16?, reason: String) -> [UInt8] {
        guard let code else { return [] }
        let wire = self.isAllowed(code) ? code : self.normal
        var payload = [UInt8(wire >> 8), UInt8(truncatingIfNeeded: wire)]
        for scalar in reason.unicodeScalars {
            let encoded = UTF8.encode(scalar).map { Array($0) } ?? []
            guard payload.count + encoded.count <= 125 else { break }
            payload += encoded
        }
        return payload
    }
}
