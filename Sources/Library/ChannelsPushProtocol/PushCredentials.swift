package import ChannelsProtocol

/// How a platform reaches a device: what is registered as a client.
package struct PushCredentials: Hashable, Sendable {
    package var platform: PushPlatform
    package var token: PushToken

    package init(platform: PushPlatform, token: PushToken) {
        self.platform = platform
        self.token = token
    }

    /// The members `platform_type` and `token` of a client's representation (Pusher's "Client API",
    /// "Resource: /v1/clients").
    package var members: [JSONValue.Object.Member] {
        [
            JSONValue.Object.Member(key: "platform_type", value: .string(self.platform.rawValue)),
            JSONValue.Object.Member(key: "token", value: .string(self.token.text)),
        ]
    }

    /// Reads the same members.
    ///
    /// - Throws: `InvalidCredentials`, which says what is missing or wrong.
    package init(_ json: JSONValue) throws(InvalidCredentials) {
        guard let name = json["platform_type"]?.stringValue,
            let platform = PushPlatform(rawValue: name)
        else { throw InvalidCredentials(description: "platform_type must be apns, fcm or gcm") }
        guard let text = json["token"]?.stringValue else {
            throw InvalidCredentials(description: "token must be a string")
        }
        do {
            self.init(platform: platform, token: try PushToken(text))
        } catch {
            throw InvalidCredentials(description: "\(error)")
        }
    }
}

/// What is wrong with the platform or the token of a client, without any part of the token.
package struct InvalidCredentials: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// The service that delivers notifications to a device (Pusher's "Client API", "platform_type").
public enum PushPlatform: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging.
    case fcm
    /// Google Cloud Messaging, now Firebase Cloud Messaging.
    case gcm
}
