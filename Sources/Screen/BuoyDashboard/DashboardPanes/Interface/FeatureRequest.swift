/// What a feature asks of the program. Each feature has its own type; nothing here has a default,
/// so that a new request does not compile until it is decided what it means.
package protocol FeatureRequest: Hashable, Sendable {
    /// The intended action, for the message that it failed: `play restart`.
    var words: String { get }
    /// Whether it changes something at the server, or for others who use it.
    var changesServer: Bool { get }
    /// What there must be, so that it can be carried out.
    var needs: Needs { get }
    /// When it is carried out.
    var order: RequestOrder { get }
}

/// When a request is carried out.
package enum RequestOrder: Hashable, Sendable {
    /// After every request before it that has an order.
    case inOrder
    /// At once, in parallel to others.
    case parallel
}

/// A report of a feature, which the panes hear.
package protocol FeatureReport: Hashable, Sendable {}

/// What a command or a request needs of that which the dashboard shows.
package struct Needs: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One server: not the log of several.
    package static let oneServer = Needs(rawValue: 1)
    /// A present: not a recording.
    package static let present = Needs(rawValue: 2)
    /// A connection of this program: not one that it only passes on, and not a recording.
    package static let ownConnection: Needs = [Needs(rawValue: 4), .oneServer, .present]
}

/// A request of a feature as a value that can be compared, for `Effect`.
package struct AnyFeatureRequest: Hashable, Sendable {
    package let base: any FeatureRequest

    init(_ base: any FeatureRequest) { self.base = base }

    package static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

    package func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
}

/// A report of a feature as a value that can be compared, for `ServiceReport`.
package struct AnyFeatureReport: Hashable, Sendable {
    let base: any FeatureReport

    package init(_ base: any FeatureReport) { self.base = base }

    package static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

    package func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
}

extension Equatable {
    /// Whether the other one has the same type and is equal.
    func equals(_ other: any Equatable) -> Bool { (other as? Self) == self }
}

extension Effect {
    package static func feature(_ request: some FeatureRequest) -> Effect {
        .request(AnyFeatureRequest(request))
    }

    /// The request of a feature; `nil` for anything else.
    package func request<R: FeatureRequest>(_ type: R.Type = R.self) -> R? {
        if case .request(let request) = self { request.base as? R } else { nil }
    }
}

extension ServiceReport {
    /// The report of a feature; `nil` for anything else.
    package func report<R: FeatureReport>(_ type: R.Type = R.self) -> R? {
        if case .feature(let report) = self { report.base as? R } else { nil }
    }
}
