import ChannelsProtocol

/// A name and its value, in a form or a header. The value may be a secret, so it is always printed
/// as dots.
public struct RequestField: Hashable, Sendable {
    /// The name. Header names are case-insensitive.
    public var name: String
    /// The value, which may be a secret.
    public var value: String

    /// Creates a field. A header is checked when the request is sent: its value must be one
    /// line without control characters (RFC 9110, section 5.5).
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension RequestField {
    /// RFC 9110, 5.5: the name is a token, the value one line without control characters.
    var canBeHeader: Bool {
        !self.name.isEmpty
            && self.name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
            && self.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    func isSameHeader(as other: RequestField) -> Bool { self.hasName(other.name) }

    fileprivate func hasName(_ name: String) -> Bool {
        self.name.lowercased() == name.lowercased()
    }
}

extension RequestField: Printed, Unreflected {
    package var printed: String { "\(self.name)=••••••••" }
}

/// A request's parameters or headers, in order. Write them as a dictionary,
/// `["Authorization": "Bearer …"]`, or as a list, in which a name may occur twice. Values
/// may be secrets, so they are always printed as dots.
public struct RequestFields: Hashable, Sendable {
    private var fields: [RequestField]

    /// Creates an empty collection of fields.
    public init() { self.fields = [] }

    /// Creates fields from a dictionary, sorted by name because a dictionary has no order.
    public init(_ dictionary: [String: String]) {
        self.fields = dictionary.sorted { $0.key < $1.key }.map { RequestField($0.key, $0.value) }
    }

    /// The value for a name; the first one if the name occurs more than once. Setting it replaces
    /// all its values, and `nil` removes them. Names are case-insensitive, as in headers.
    public subscript(name: String) -> String? {
        get { self.fields.first { $0.hasName(name) }?.value }
        set {
            self.fields.removeAll { $0.hasName(name) }
            if let newValue { self.fields.append(RequestField(name, newValue)) }
        }
    }
}

extension RequestFields: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
    /// The first position.
    public var startIndex: Int { self.fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { self.fields.endIndex }

    /// The field at a position.
    public subscript(position: Int) -> RequestField {
        get { self.fields[position] }
        set { self.fields[position] = newValue }
    }

    /// Replaces the fields at a range of positions. Other fields with the same names stay.
    public mutating func replaceSubrange(
        _ range: Range<Int>, with fields: some Collection<RequestField>
    ) {
        self.fields.replaceSubrange(range, with: fields)
    }
}

extension RequestFields: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates fields from names and values, in the order written.
    public init(dictionaryLiteral fields: (String, String)...) {
        self.fields = fields.map { RequestField($0.0, $0.1) }
    }

    /// Creates fields from a list, in the order written.
    public init(arrayLiteral fields: RequestField...) { self.fields = fields }
}

extension RequestFields: Printed {
    package var printed: String { "\(self.fields)" }
}
