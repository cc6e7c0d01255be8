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
    /// The filter as typed.
    let source: String
    /// What an event has to meet.
    package let root: FilterNode

    /// Parses a filter.
    /// - Parameter saved: the saved filters for `@name`.
    package init(_ source: String, saved: [SavedFilter] = []) throws(EventFilterError) {
        var parser = FilterParser(source, saved: saved)
        self.root = try parser.parse()
        self.source = source
    }

    /// Creates a filter whose source matches its conditions.
    init(source: String, root: FilterNode) {
        self.source = source
        self.root = root
    }

    /// Whether it matches every event.
    var isEmpty: Bool { self.root == .everything }

    /// The approximate cost of matching an event, in plain searches, for `ScanBudget`.
    var weight: Int { max(self.root.weight, 1) }

    /// Whether an event matches. At most `dataLimit` bytes of its data are searched for text.
    /// - Parameter server: the name of its server, if several are shown.
    package func matches(
        _ event: ClientReport, dataLimit: Int = EventFilter.dataLimit, server: String? = nil
    ) -> Bool {
        var subject = FilterSubject(event, dataLimit: dataLimit, server: server)
        return self.root.holds(for: &subject)
    }

    /// The maximum size of an event's data that is searched, in bytes.
    static let dataLimit = 256 << 10
    /// The maximum length of a filter, in characters.
    static let sourceLimit = 4000
}

extension EventFilter {
    /// An error in a filter that was not typed in a prompt.
    package struct Fault: Hashable, Sendable {
        /// The position in the source, in characters counted from 0.
        package let position: Int
        /// A sentence that says what to do.
        package let reason: String
    }

    /// Checks a filter without using it.
    /// - Parameter saved: the saved filters for `@name`.
    /// - Returns: the first error; `nil` for a valid filter.
    package static func fault(in source: String, saved: [SavedFilter]) -> Fault? {
        do throws(EventFilterError) {
            _ = try EventFilter(source, saved: saved)
            return nil
        } catch {
            return Fault(position: error.position, reason: error.description)
        }
    }
}
