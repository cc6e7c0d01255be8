/// A report that `print` shows as one readable line.
public protocol PrintableReport: CustomStringConvertible {}

/// The line of a report; every `PrintableReport` has one.
package protocol ReportLine {
    /// The line. Parts of it may come from a peer.
    var line: String { get }
}

extension PrintableReport {
    /// One readable line. Parts of it may come from a peer.
    public var description: String { (self as? any ReportLine)?.line ?? "" }
}

/// A value with a secret that is never printed.
public protocol MaskedValue: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension MaskedValue {
    /// The same as `description`, without the secrets.
    public var debugDescription: String { self.description }
    /// Without children, so that `dump` does not show the secrets either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
