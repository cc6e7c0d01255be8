extension ChannelOrder {
    var words: String {
        switch self {
        case .added: "as subscribed"
        case .name: "by name"
        case .rate: "by rate"
        case .last: "by last event"
        case .kind: "by kind"
        }
    }
}

extension MemberOrder {
    var words: String {
        switch self {
        case .joined: "as added"
        case .newest: "newest first"
        case .name: "by name"
        }
    }
}

extension BindingOrder {
    var words: String {
        switch self {
        case .added: "as added"
        case .name: "by name"
        case .hits: "by hits"
        case .last: "by last hit"
        }
    }
}
