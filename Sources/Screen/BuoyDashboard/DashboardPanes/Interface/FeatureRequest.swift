/// Each feature has its own type; nothing here has a default, so that a new request does not
/// compile until it is decided what it means.
package protocol FeatureRequest: Hashable, Sendable {
    /// For the message that it failed: `play restart`.
    var words: String { get }
    var changesServer: Bool { get }
    var needs: Needs { get }
    var order: RequestOrder { get }
}

package enum RequestOrder: Hashable, Sendable {
    case inOrder
    case parallel
}

package protocol FeatureReport: Hashable, Sendable {}

/// What a command or a request needs of what the dashboard shows.
package struct Needs: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Not the log of several servers.
    package static let oneServer = Needs(rawValue: 1)
    /// Not a recording.
    package static let present = Needs(rawValue: 2)
    /// Not one that the program only passes on.
    package static let ownConnection: Needs = [Needs(rawValue: 4), .oneServer, .present]
}

/// Makes requests of different features comparable, for `Effect`.
package struct AnyFeatureRequest: Hashable, Sendable {
    package let base: any FeatureRequest

    init(_ base: any FeatureRequest) { self.base = base }

    package static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

    package func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
}

package struct AnyFeatureReport: Hashable, Sendable {
    let base: any FeatureReport

    package init(_ base: any FeatureReport) { self.base = base }

    package static func == (one: Self, other: Self) -> Bool { one.base.equals(other.base) }

    package func hash(into hasher: inout Hasher) { self.base.hash(into: &hasher) }
}

extension Equatable {
    func equals(_ other: any Equatable) -> Bool { (other as? Self) == self }
}

extension Effect {
    package static func feature(_ request: some FeatureRequest) -> Effect {
        .request(AnyFeatureRequest(request))
    }

    package func request<R: FeatureRequest>(_ type: R.Type = R.self) -> R? {
        if case .request(let request) = self { request.base as? R } else { nil }
    }
}

extension ServiceReport {
    package func report<R: FeatureReport>(_ type: R.Type = R.self) -> R? {
        if case .feature(let report) = self { report.base as? R } else { nil }
    }
}
