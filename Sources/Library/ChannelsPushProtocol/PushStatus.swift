public import ChannelsFoundation
public import ChannelsProtocol

/// A snapshot of a push client's confirmed, pending and refused operations. The token is shortened.
/// Text that quotes the server is untrusted.
public struct PushStatus: Hashable, Sendable {
    /// The URL before `/v1/clients`, from the options.
    public var endpoint: String
    /// The app key, from the options.
    public var appKey: String
    /// The device id assigned by the service; `nil` while the device is not registered.
    public var deviceID: String? = nil
    /// The requested platform; `nil` if no registration was requested.
    public var platform: PushPlatform? = nil
    /// The requested token, shortened to its first and last four characters; only dots for one
    /// of fewer than 24 bytes.
    public var token: String? = nil
    /// Whether the service has confirmed the requested token.
    public var isTokenRegistered = false
    /// The requested interests, in request order.
    public var requested: [String] = []
    /// The interests that the service has confirmed.
    public var registered: [String] = []
    /// The unconfirmed operations, in sending order. Until the device is registered, only the
    /// registration is sent.
    public var outbox: [Operation] = []
    /// The operations that the service permanently refused, oldest first, at most 20. They are
    /// resent only by `PushClient.retryNow()` or if you request them again.
    public var refused: [Refusal] = []
    /// The next retry after a temporary failure; `nil` if none is scheduled.
    public var nextRetry: Retry? = nil
    /// The last failure; `nil` if the last request succeeded.
    public var lastError: Problem? = nil
    /// Whether there is nothing left to send: the outbox is empty, or waiting for a registration.
    public var isSettled = true

    package init(endpoint: String, appKey: String) {
        self.endpoint = endpoint
        self.appKey = appKey
    }

    /// An operation that the service has not confirmed. It stays in the outbox until it is
    /// confirmed or refused, or until its opposite cancels it before it is sent.
    public struct Operation: Hashable, Sendable {
        /// The kind of an operation: the request that it sends (Pusher's "Client API").
        @nonexhaustive
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// `POST /v1/clients`: registers the device.
            case register
            /// `PUT /v1/clients/ID/token`: replaces the token.
            case updateToken = "token"
            /// `POST /v1/clients/ID/interests/NAME`: subscribes the device to an interest.
            case subscribe
            /// `DELETE /v1/clients/ID/interests/NAME`: unsubscribes the device from an interest.
            case unsubscribe
        }

        /// Identifies the operation from one status to the next.
        public var number: Int
        /// The request that the operation sends.
        public var kind: Kind
        /// The interest to subscribe to or unsubscribe from; `nil` for other kinds.
        public var interest: String?
        /// The number of times it was sent, including the request in progress.
        public var attempts: Int
        /// Whether its request is in progress.
        public var isUnderWay: Bool

        package init(
            number: Int, kind: Kind, interest: String?, attempts: Int = 0, isUnderWay: Bool = false
        ) {
            self.number = number
            self.kind = kind
            self.interest = interest
            self.attempts = attempts
            self.isUnderWay = isUnderWay
        }
    }

    /// An operation that the service permanently refused. It is not resent until you request it
    /// again or call `PushClient.retryNow()`.
    public struct Refusal: Hashable, Sendable {
        /// The request that was refused.
        public var kind: Operation.Kind
        /// The interest to subscribe to or unsubscribe from; `nil` for other kinds.
        public var interest: String?
        /// The reason, as a sentence that may quote the server.
        public var reason: String
        package var wallMicroseconds: Int64
        /// When it was refused, on this machine's wall clock.
        public var date: Date {
            Date(timeIntervalSince1970: Double(self.wallMicroseconds) / 1e6)
        }

        package init(
            kind: Operation.Kind, interest: String?, reason: String, wallMicroseconds: Int64
        ) {
            self.kind = kind
            self.interest = interest
            self.reason = reason
            self.wallMicroseconds = wallMicroseconds
        }
    }

    /// The next try after a temporary failure. `PushClient.retryNow()` makes it immediately.
    public struct Retry: Hashable, Sendable {
        /// When the operation will be sent again.
        public var time: ChannelsTimestamp
        /// Why the last try failed, as a sentence that may quote the server.
        public var reason: String

        package init(time: ChannelsTimestamp, reason: String) {
            self.time = time
            self.reason = reason
        }
    }

    /// The last failure, temporary or permanent: of a request, or of saving the state.
    public struct Problem: Hashable, Sendable {
        /// The failure, as a sentence that may quote the server.
        public var text: String
        /// When it happened.
        public var time: ChannelsTimestamp
        /// Whether the operation was abandoned; `false` if it will be retried.
        public var isPermanent: Bool

        package init(text: String, time: ChannelsTimestamp, isPermanent: Bool) {
            self.text = text
            self.time = time
            self.isPermanent = isPermanent
        }
    }
}

extension PushStatus.Operation: CustomStringConvertible {
    /// The operation in a few words, such as `subscribe to news`.
    public var description: String {
        switch self.kind {
        case .register: "register the device"
        case .updateToken: "replace the token"
        case .subscribe: "subscribe to \(self.interest ?? "an interest")"
        case .unsubscribe: "unsubscribe from \(self.interest ?? "an interest")"
        }
    }
}

extension PushStatus.Refusal: CustomStringConvertible {
    /// The refused operation, and the reason. It may quote the server.
    public var description: String {
        let subject =
            switch (self.kind, self.interest) {
            case (.register, _): "The device registration"
            case (.updateToken, _): "The new token"
            case (.subscribe, let interest): "The subscription to \(interest ?? "an interest")"
            case (.unsubscribe, let interest):
                "Unsubscribing from \(interest ?? "an interest")"
            }
        return "\(subject) was refused. \(self.reason)"
    }
}
