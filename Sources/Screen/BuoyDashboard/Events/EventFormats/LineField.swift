package enum LineField: Hashable, Sendable {
    case time, server, number, kind, channel, event, user, size, data
    case value(DataPath)

    package static let named: [(name: String, field: LineField)] = [
        ("time", .time), ("server", .server), ("number", .number), ("kind", .kind),
        ("channel", .channel), ("event", .event), ("user", .user), ("size", .size), ("data", .data),
    ]

    /// What is not the name of a column is a path in the data, as in filters, with or without
    /// `data.`: `time,data.id,total,items[0].sku`.
    package static func list(parsing text: String) throws(LineFieldError) -> [LineField] {
        var fields: [LineField] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            fields.append(try LineField(parsing: String(part)))
        }
        return fields
    }

    private init(parsing text: String) throws(LineFieldError) {
        if let named = Self.named.first(where: { $0.name == text }) {
            self = named.field
            return
        }
        let isWhole = text.hasPrefix("data.") || text.hasPrefix("data[")
        let source = isWhole ? text : text.hasPrefix("[") ? "data\(text)" : "data.\(text)"
        do throws(EventFilterError) {
            self = .value(try DataPath(parsing: source))
        } catch {
            throw LineFieldError(field: text, reason: error.description)
        }
    }
}

package struct LineFieldError: Error, Hashable, Sendable, CustomStringConvertible {
    let field: String
    let reason: String

    package var description: String {
        guard !self.field.isEmpty else {
            return "missing column name"
        }
        let names = LineField.named.map(\.name).joined(separator: ", ")
        return "unknown column \"\(self.field)\": \(self.reason). Known columns: \(names)"
    }
}
