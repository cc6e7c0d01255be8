import ChannelsBasics
import ChannelsEventWords
package import ChannelsProtocol

package struct CheckStep: Hashable, Sendable {
    enum Name: Hashable, Sendable {
        case setting(String)
        case part(AttemptParts.Name)
        case roundTrip
        case signIn
        case channel(ChannelName)
        case endpoint(ChannelName)
        case api
        case clock
        case appID
        case signature
        case publish
        case arrival
        case connections
        case delivery
        case roster(ChannelName)
        case idle
        case rules

        var isAsked: Bool {
            switch self {
            case .endpoint, .api, .clock, .appID, .signature: true
            default: false
            }
        }
    }

    /// The raw values are part of the JSON format.
    package enum Status: String, Hashable, Sendable {
        case ok
        /// Works, but will not for long.
        case warning
        case failed
        case skipped
    }

    let name: Name
    var status: Status?
    var duration: Duration?
    /// Parts of it may come from a peer.
    var detail = ""
    /// The peer's message, printed on a separate line.
    var note = ""
    var warning: String?
    /// Why it failed, for comparison with another step.
    var trouble: FailureParts?
    var certificate: CheckedCertificate?

    init(_ name: Name) { self.name = name }

    package init(setting name: String, _ status: Status, _ detail: String) {
        self.name = .setting(name)
        self.status = status
        self.detail = detail
    }

    /// - Parameters:
    ///   - summary: how many of the protocol's rules the server follows.
    ///   - broken: the rules that it does not follow although it must.
    package init(rules summary: String, broken: [String]) {
        self.name = .rules
        self.status = broken.isEmpty ? .ok : .warning
        let count = Figures.counted(broken.count, "rule")
        self.detail =
            broken.isEmpty
            ? summary : "\(count) not followed: \(broken.joined(separator: ", ")) (\(summary))"
        self.note = broken.isEmpty ? "" : "buoy conform server says what the server did instead."
        self.warning = broken.isEmpty ? nil : self.detail
    }

    mutating func settle(_ status: Status, _ detail: String, after duration: Duration? = nil) {
        guard self.status == nil else { return }
        self.status = status
        self.detail = detail
        self.duration = duration ?? self.duration
    }
}

extension CheckStep.Name {
    var text: String {
        switch self {
        case .setting(let name): name
        case .part(.dns): "dns"
        case .part(.tcp): "tcp"
        case .part(.proxy): "proxy"
        case .part(.tls): "tls"
        case .part(.ws): "websocket"
        case .part(.hello): "protocol"
        case .roundTrip: "round trip"
        case .signIn: "sign-in"
        case .channel(let channel): channel.text
        case .endpoint(let channel): "endpoint for \(channel.text)"
        case .api: "http api"
        case .clock: "clock"
        case .appID: "app id"
        case .signature: "signature"
        case .publish: "publish"
        case .arrival: "arrival"
        case .connections: "connections"
        case .delivery: "delivery"
        case .roster(let channel): "members of \(channel.text)"
        case .idle: "idle"
        case .rules: "rules"
        }
    }
}

/// Untrusted text from the peer.
package struct CheckedCertificate: Hashable, Sendable {
    var subject: String
    var issuer: String
    /// Negative once it has expired.
    var daysLeft: Int

    /// - Parameter expires: in seconds since 1970.
    package init(subject: String, issuer: String, expires: Int64, now: ChannelsTimestamp) {
        self.subject = subject
        self.issuer = issuer
        let left = expires - now.wallMicroseconds / 1_000_000
        self.daysLeft = Int(left < 0 ? (left - 86_399) / 86_400 : left / 86_400)
    }
}

package struct CheckedLink: Hashable, Sendable {
    var tlsVersion: String?
    var certificate: CheckedCertificate?

    package init(tlsVersion: String?, certificate: CheckedCertificate?) {
        self.tlsVersion = tlsVersion
        self.certificate = certificate
    }
}
