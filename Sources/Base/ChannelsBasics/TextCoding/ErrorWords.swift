extension Error {
    /// The error in words for a person, where nobody knows its type: never a Swift value. A known
    /// type has its `description`.
    package var words: String {
        switch self {
        case is CancellationError: "cancelled"
        case let error as any CustomStringConvertible: error.description
        default: "an error of type \(type(of: self))"
        }
    }
}
