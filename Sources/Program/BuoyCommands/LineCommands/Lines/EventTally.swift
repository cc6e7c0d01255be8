import ChannelsEventWords
import ChannelsProtocol

/// Counts the events that arrived while a command waited for others.
struct EventTally: Sendable {
    private static let mostNames = 1000

    private var printed = 0
    private var others: [String: Int] = [:]

    mutating func note(printed count: Int) { self.printed += count }

    mutating func note(other event: ClientReport) {
        guard case .received(let event) = event.kind, let channel = event.channel else { return }
        let name = "\(event.name.text) on \(channel.text)"
        guard self.others[name] != nil || self.others.count < Self.mostNames else { return }
        self.others[name, default: 0] += 1
    }

    /// - Parameter count: how many lines were requested.
    func sentence(_ count: Int, within time: String) -> String {
        let start =
            count == 1
            ? "The event did not come within \(time)."
            : "\(self.printed) of \(count) lines came within \(time)."
        guard !self.others.isEmpty else { return start }
        let most = self.others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let names = most.prefix(5).map { name, count in
            "\(name.oneLine())" + (count > 1 ? " (\(count) times)" : "")
        }
        let rest = most.count > names.count ? ["and \(most.count - names.count) more"] : []
        return "\(start) Other events came: \((names + rest).joined(separator: ", "))."
    }
}
