import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

/// The values that rows show instead of the data, as set by `:columns`. Each column is as wide as
/// its widest value on the screen.
struct DataColumns {
    private struct Value {
        let text: SafeText
        let role: Role
        let isNumber: Bool
    }

    private let paths: [String: [DataPath]]
    private var widths: [String: [Int]] = [:]

    private static let widthLimit = 40

    /// Ignores paths that cannot be parsed: another version may have written them.
    init(_ settings: OrderedDictionary<String, String>) {
        self.paths = settings.reduce(into: [:]) { paths, entry in
            paths[entry.key] = entry.value.split(separator: " ").compactMap {
                try? DataPath(parsing: String($0))
            }
        }
    }

    var isEmpty: Bool { self.paths.isEmpty }

    func contain(_ text: EventDescription) -> Bool { self.name(of: text) != nil }

    private func name(of text: EventDescription) -> String? {
        guard !self.paths.isEmpty, text.size != nil else { return nil }
        return [text.name, text.channel?.text].compactMap(\.self)
            .first { self.paths[$0]?.isEmpty == false }
    }

    mutating func measure(_ text: EventDescription) {
        guard let name = self.name(of: text), let paths = self.paths[name] else { return }
        var widths = self.widths[name] ?? Array(repeating: 1, count: paths.count)
        for (index, path) in paths.enumerated() {
            let width = Self.value(at: path, in: text).text.width
            widths[index] = min(max(widths[index], width), Self.widthLimit)
        }
        self.widths[name] = widths
    }

    func line(_ text: EventDescription) -> StyledLine {
        guard let name = self.name(of: text), let paths = self.paths[name] else {
            return StyledLine()
        }
        var line = StyledLine()
        for (index, path) in paths.enumerated() {
            let value = Self.value(at: path, in: text)
            let room = self.widths[name]?[index] ?? value.text.width
            let space = SafeText(
                ours: String(repeating: " ", count: max(room - value.text.width, 0)))
            let shown =
                value.text.width > room
                ? value.text.shortened(to: room, keeping: room / 2)
                : value.text
            line.append("\(Self.label(of: path)) ", .jsonKey)
            if value.isNumber { line.append(space) }
            line.append(shown, value.role)
            if !value.isNumber { line.append(space) }
            line.append("  ")
        }
        return line
    }

    /// `items[0].name`
    private static func label(of path: DataPath) -> SafeText {
        let text = path.text.dropFirst("data".count)
        return SafeText(sanitizing: String(text.first == "." ? text.dropFirst() : text), limit: 200)
    }

    private static func value(at path: DataPath, in text: EventDescription) -> Value {
        guard let value = text.channelEvent?.data.value(at: path.steps) else {
            return Value(text: "-", role: .muted, isNumber: false)
        }
        let bytes = value.textPrefix(4 * Self.widthLimit)
        let role: Role = value.isString ? .jsonString : JSONRoles.role(ofValue: bytes)
        return Value(
            text: SafeText(sanitizing: bytes), role: role, isNumber: role == .jsonNumber)
    }
}
