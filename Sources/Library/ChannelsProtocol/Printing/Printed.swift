/// A value whose `description` is for people.
package protocol Printed: CustomStringConvertible {
    var printed: String { get }
}

extension Printed {
    public var description: String { self.printed }
}

/// A value with an empty mirror, so that `dump` does not show what `description` hides.
package protocol Unreflected: CustomReflectable {}

extension Unreflected {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A value that is always printed as dots, so that it cannot end up in a log.
package protocol Secret: Printed, Unreflected {}

extension Secret {
    package var printed: String { "••••••••" }
}
