extension LayoutSettings.Preset {
    /// The pane that it is about, which is shown first where only one is.
    package var mainPane: PaneID {
        switch self {
        case .standard, .events: .events
        case .presence: .members
        case .debugging: .log
        }
    }

    /// What it is for, in a few words.
    package var summary: String {
        switch self {
        case .standard: "lists above, events below"
        case .events: "events alone; the lists are title rules"
        case .presence: "channels and members large"
        case .debugging: "log and rates beside the events"
        }
    }
}
