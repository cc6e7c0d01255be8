/// An error of the program's own code, kept beside the failure that it caused. Two are equal if they
/// are printed alike.
package struct UnderlyingError: Hashable, Sendable {
    package let error: any Error

    package init(_ error: any Error) { self.error = error }

    package static func == (left: UnderlyingError, right: UnderlyingError) -> Bool {
        "\(left.error)" == "\(right.error)"
    }

    package func hash(into hasher: inout Hasher) { hasher.combine("\(self.error)") }
}

extension UnderlyingError: CustomStringConvertible, CustomReflectable {
    /// The error itself may contain secrets.
    package var description: String { "\(type(of: self.error))" }

    /// No children, so that `dump` does not show what `description` hides.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
