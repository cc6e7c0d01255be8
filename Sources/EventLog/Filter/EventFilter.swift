package import ChannelsProtocol

/// Which events the log shows. Terms are separated by spaces, and all must hold; `or` joins
/// alternatives, and parentheses join terms:
///
/// - `order`, `"two words"`, `pri?e*up`: a text in the event's name, its channel or its data;
/// - `channel:presence-*`, `event:order.?aid`, `user:u17`: all of a name, where `*` is any text and
///   `?` one character; `channel=a*b` means the star itself, as quotation marks do;
/// - `text:` as without it, `data:` in the data alone;
/// - `data.items[0].price>=9.5`, `data.state=paid`, `data.name:bo*`, `has:data.state`: values in the
///   data; comparisons do not hold where the value is missing;
/// - `size>2k`: bytes of data; `kind:error`: see `FilterKind`;
/// - `/ord(er|re)/`, `event:/^order/`: a regular expression, see `Expression`;
/// - `-term`, `!term`, `-(a or b)`: what must not be;
/// - `@name`: a saved filter.
///
/// Upper and lower case are alike.
package struct EventFilter: Hashable, Sendable {
    /// As it was typed.
    package let source: String
    /// The conditions.
    package let root: FilterNode

    /// Reads a filter.
    /// - Parameter saved: what `@name` may stand for.
    package init(_ source: String, saved: [SavedFilter] = []) throws(EventFilterError) {
        var parser = FilterParser(source, saved: saved)
        self.root = try parser.parse()
        self.source = source
    }

    /// A filter whose source says what the questions are.
    package init(source: String, root: FilterNode) {
        self.source = source
        self.root = root
    }

    /// Whether it lets everything through.
    package var isEmpty: Bool { self.root == .everything }

    /// About how many plain searches it costs to match an event, for `ScanBudget`.
    package var weight: Int { max(self.root.weight, 1) }

    /// Whether an event is shown. For texts, at most `dataLimit` bytes of its data are read.
    package func matches(_ event: ClientEvent, dataLimit: Int = EventFilter.dataLimit) -> Bool {
        var subject = FilterSubject(event, dataLimit: dataLimit)
        return self.root.holds(for: &subject)
    }

    /// How much of an event's data is looked at.
    package static let dataLimit = 256 << 10
    /// The longest filter, in characters.
    package static let sourceLimit = 4000
}
