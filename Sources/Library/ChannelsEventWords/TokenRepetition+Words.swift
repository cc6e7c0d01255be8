package import ChannelsProtocol

extension TokenRepetition {
    package var words: String {
        switch self {
        case .credentials: "same token again"
        case .signature: "same signature again"
        }
    }

    package var sentence: String {
        switch self {
        case .credentials(let status):
            "the endpoint has already refused this token with HTTP \(status): renew it"
        case .signature(isOfOtherConnection: false):
            "the server has already refused this signature: it changes only with the secret or the "
                + "signed string"
        case .signature(isOfOtherConnection: true):
            "the server has already refused this signature on another connection: the endpoint "
                + "must sign every request"
        }
    }

    package var exportName: String {
        switch self {
        case .credentials: "credentials"
        case .signature: "signature"
        }
    }
}
