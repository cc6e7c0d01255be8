/// A part of the screen that can have the focus. A feature declares the IDs of its own panes;
/// layouts place them by their profiles.
package struct PaneID: Hashable, Sendable, CustomStringConvertible {
    /// In the list of panes, from 1.
    package let number: Int
    package let key: String
    package let title: String
    let shortTitle: String
    let summary: String

    /// - Parameters:
    ///   - number: from 1; unique.
    ///   - key: by default, the last digit of the number.
    package init(
        _ number: Int, _ title: String, key: Unicode.Scalar? = nil, short: String? = nil,
        summary: String? = nil
    ) {
        self.number = number
        self.key = key.map { String(Character($0)) } ?? String(number % 10)
        self.title = title
        self.shortTitle = short ?? title
        self.summary = summary ?? "Focuses the pane \(title)."
    }

    package static let channels = PaneID(
        1, "Channels", short: "Chan", summary: "Channels with their state and event rate.")
    package static let members = PaneID(
        2, "Members", short: "Memb", summary: "The members of the selected presence channel.")
    package static let events = PaneID(
        3, "Events", summary: "Events and connection changes, in order.")
    static let bindings = PaneID(
        4, "Bindings", short: "Bind", summary: "Bindings and their hit counts.")
    package static let inspector = PaneID(
        5, "Inspector", short: "Insp", summary: "One event, channel or member in full.")
    static let connection = PaneID(
        10, "Connection", short: "Conn",
        summary:
            "The connection: its state explained, timeline, gaps, round trips and log.")

    package var configurationName: String { self.title.lowercased() }

    package static func == (left: PaneID, right: PaneID) -> Bool { left.number == right.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(self.number) }

    package var description: String { self.configurationName }
}
