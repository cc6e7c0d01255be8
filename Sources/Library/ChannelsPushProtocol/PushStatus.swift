public import ChannelsProtocol
public import FoundationEssentials

/// A snapshot of a push client's confirmed, pending and refused operations. The token is shortened.
/// Text that quotes the server is untrusted.
public struct PushStatus: Hashable, Sendable {
    /// The service's URL.
    public var endpoint: String
    /// The application's key.
    public var appKey: String
    /// The device id assigned by the service; `nil` while the device is not registered.
    public var deviceID: String? = nil
    /// The requested platform; `nil` if no registration was requested.
    public var platform: PushPlatform? = nil
    /// The requested token, shortened to its first and last characters.
    public var token: String? = nil
    /// Whether the service has confirmed the requested token.
    public var isTokenRegistered = false
    /// The requested interests, in request order.
    public var wanted: [String] = []
    /// The interests that the service has confirmed.
    public var registered: [String] = []
    /// The unconfirmed operations, in sending order.
    public var outbox: [Operation] = []
    /// The operations that the service permanently refused, oldest first. They are not resent
    /// automatically.
    public var refused: [Refusal] = []
    /// The next retry after a temporary failure; `nil` if none is scheduled.
    public var nextRetry: Retry? = nil
    /// The last failure; `nil` if the last request succeeded.
    public var lastError: Problem? = nil
    /// Whether there is nothing left to send: the outbox is empty, or waiting for a registration.
    public var isSettled = true

    /// The status of a device that is not registered, and of which nothing is wanted.
    package init(endpoint: String, appKey: String) {
        self.endpoint = endpoint
        self.appKey = appKey
    }

    /// An unconfirmed operation.
    public struct Operation: Hashable, Sendable {
        /// The kind of operation.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Registers the device.
            case register
            /// Replaces the token.
            case updateToken = "token"
            /// Subscribes the device to an interest.
            case subscribe
            /// Unsubscribes the device from an interest.
            case unsubscribe
        }

        /// The number that identifies the operation.
        public var number: Int
        /// The kind of operation.
        public var kind: Kind
        /// The interest, for subscribing or unsubscribing.
        public var interest: String?
        /// The number of times it was sent.
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

    /// A refused operation.
    public struct Refusal: Hashable, Sendable {
        /// The kind of the refused operation.
        public var kind: Operation.Kind
        /// The interest, for subscribing or unsubscribing; otherwise `nil`.
        public var interest: String?
        /// The reason, as a sentence that may quote the server.
        public var reason: String
        /// Microseconds since 1970-01-01 00:00 UTC.
        package var wallMicroseconds: Int64
        /// The time of the refusal.
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

    /// A scheduled retry.
    public struct Retry: Hashable, Sendable {
        /// The time of the retry.
        public var time: ChannelsTimestamp
        /// The reason for the retry, as a sentence.
        public var reason: String

        package init(time: ChannelsTimestamp, reason: String) {
            self.time = time
            self.reason = reason
        }
    }

    /// A failure.
    public struct Problem: Hashable, Sendable {
        /// The failure, as a sentence that may quote the server.
        public var text: String
        /// The time of the failure.
        public var time: ChannelsTimestamp
        /// Whether the operation was abandoned.
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
