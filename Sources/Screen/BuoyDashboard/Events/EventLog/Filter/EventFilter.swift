package import ChannelsProtocol

/// Selects the events that the log shows. Terms are separated by spaces, and all must hold; `or`
/// joins alternatives, and parentheses group terms:
///
/// - `order`, `"two words"`, `pri?e*up`: text in the event's name, its channel or its data;
/// - `channel:presence-*`, `event:order.?aid`, `user:u17`, `server:prod`: the whole name, where `*`
///   is any text and `?` one character; in `channel=a*b` and in quotation marks, `*` is a literal
///   asterisk;
/// - `text:` like a term without a field, `data:` only in the data;
/// - `data.items[0].price>=9.5`, `data.state=paid`, `data.name:bo*`, `has:data.state`: values in
///   the data; comparisons do not hold if the value is missing;
/// - `size>2k`: the size of the data in bytes; `kind:error`: see `FilterKind`;
/// - `/ord(er|re)/`, `event:/^order/`: a regular expression, see `Expression`;
/// - `-term`, `!term`, `-(a or b)`: negation;
/// - `@name`: a saved filter.
///
/// Case is ignored.
package struct EventFilter: Hashable, Sendable {
    let source: String
    package let root: FilterNode

    package init(_ source: String, saved: [SavedFilter] = []) throws(EventFilterError) {
        var parser = FilterParser(source, saved: saved)
        self.root = try parser.parse()
        self.source = source
    }

    init(source: String, root: FilterNode) {
        self.source = source
        self.root = root
    }

    var isEmpty: Bool { self.root == .everything }

    /// The cost of matching an event, in plain searches, for `ScanBudget`.
    var weight: Int { max(self.root.weight, 1) }

    /// Searches at most `dataLimit` bytes of the event's data for text.
    package func matches(
        _ event: ClientReport, dataLimit: Int = EventFilter.dataLimit, server: String? = nil
    ) -> Bool {
        var subject = FilterSubject(event, dataLimit: dataLimit, server: server)
        return self.root.holds(for: &subject)
    }

    static let dataLimit = 256 << 10
    static let sourceLimit = 4000
}

extension EventFilter {
    /// In a filter that was not typed in a prompt.
    package struct Fault: Hashable, Sendable {
        /// In characters, counted from 0.
        package let position: Int
        package let reason: String
    }

    package static func fault(in source: String, saved: [SavedFilter]) -> Fault? {
        do throws(EventFilterError) {
            _ = try EventFilter(source, saved: saved)
            return nil
        } catch {
            return Fault(position: error.position, reason: error.description)
        }
    }
}
