/// A report that `print` shows as one line for people.
public protocol PrintableReport: CustomStringConvertible {}

/// The line of a report: every `PrintableReport` has one.
package protocol ReportLine {
    /// The line; parts of it may come from a peer.
    var line: String { get }
}

extension PrintableReport {
    /// One line for people; parts of it may come from a peer.
    public var description: String { (self as? any ReportLine)?.line ?? "" }
}

/// A value with a secret, which no way of printing it shows.
public protocol MaskedValue: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{}

extension MaskedValue {
    /// The same as `description`, without the secrets.
    public var debugDescription: String { self.description }
    /// Without children, so that `dump` does not show the secrets either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
