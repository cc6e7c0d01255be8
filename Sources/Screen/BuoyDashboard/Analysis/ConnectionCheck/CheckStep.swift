package import ChannelsProtocol

/// A step of a check, and what came of it.
package struct CheckStep: Hashable, Sendable {
    /// What is tried.
    enum Name: Hashable, Sendable {
        /// A setting of an app, by its name in the app's file.
        case setting(String)
        /// A part of the attempt to connect.
        case part(AttemptParts.Name)
        /// A ping and its pong.
        case roundTrip
        /// The sign-in of the user.
        case signIn
        /// The subscription of a channel, its authorization included.
        case channel(ChannelName)
        /// The HTTP API of the app answers.
        case api
        /// The server accepts the time of this machine.
        case clock
        /// The server knows the app.
        case appID
        /// The server accepts the signature: the key and the secret are right.
        case signature
        /// An event was published.
        case publish
        /// The event that was published arrived on the connection.
        case arrival
        /// Several connections were opened.
        case connections
        /// What was published arrived on all of them.
        case delivery
        /// All of them see the same members of a channel.
        case roster(ChannelName)
        /// Nothing on the way ends a connection without traffic.
        case idle

        /// Whether it is found out by asking the API, whatever becomes of the connection.
        var isAsked: Bool {
            switch self {
            case .api, .clock, .appID, .signature: true
            default: false
            }
        }
    }

    /// What came of a step. The raw values are part of the JSON format.
    package enum Status: String, Hashable, Sendable {
        /// It works.
        case ok
        /// It works, but will not for long.
        case warning
        /// It does not work.
        case failed
        /// It was not tried, because an earlier step failed.
        case skipped
    }

    /// What was tried.
    let name: Name
    /// What came of it; `nil` while nothing is known.
    var status: Status?
    /// How long it took.
    var duration: Duration?
    /// Why, or what was found. Parts of it may come from a peer.
    var detail = ""
    /// What will not work for long, for the status `warning`.
    var warning: String?
    /// The certificate of the server, for TLS.
    var certificate: CheckedCertificate?

    init(_ name: Name) { self.name = name }

    /// A setting of an app that was looked at before anything is tried.
    package init(setting name: String, _ status: Status, _ detail: String) {
        self.name = .setting(name)
        self.status = status
        self.detail = detail
    }

    mutating func settle(_ status: Status, _ detail: String, after duration: Duration? = nil) {
        guard self.status == nil else { return }
        self.status = status
        self.detail = detail
        self.duration = duration ?? self.duration
    }
}

extension CheckStep.Name {
    /// The name in a table, and in JSON. A channel's name comes from the user.
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
        }
    }
}

/// The certificate of a server; untrusted text from the peer.
package struct CheckedCertificate: Hashable, Sendable {
    /// To whom it was issued.
    var subject: String
    /// Who signed the certificate.
    var issuer: String
    /// How many whole days are left; negative once it has expired.
    var daysLeft: Int

    /// - Parameters:
    ///   - expires: when it expires, in seconds since 1970.
    ///   - now: the time of the check.
    package init(subject: String, issuer: String, expires: Int64, now: Timestamp) {
        self.subject = subject
        self.issuer = issuer
        let left = expires - now.wallMicroseconds / 1_000_000
        self.daysLeft = Int(left < 0 ? (left - 86_399) / 86_400 : left / 86_400)
    }
}

/// What is known of an open connection besides what the client reports.
package struct CheckedLink: Hashable, Sendable {
    /// The TLS version; `nil` without TLS.
    var tlsVersion: String?
    var certificate: CheckedCertificate?

    package init(tlsVersion: String?, certificate: CheckedCertificate?) {
        self.tlsVersion = tlsVersion
        self.certificate = certificate
    }
}
