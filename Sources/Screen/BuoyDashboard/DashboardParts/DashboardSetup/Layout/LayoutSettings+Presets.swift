extension LayoutSettings.Preset {
    var mainPane: PaneID {
        switch self {
        case .standard, .events: .events
        case .presence: .members
        case .debugging: .connection
        }
    }

    var summary: String {
        switch self {
        case .standard: "lists above, events below"
        case .events: "events only; lists collapsed to titles"
        case .presence: "large channel and member lists"
        case .debugging: "the connection with the events"
        }
    }
}
