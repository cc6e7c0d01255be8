package import ChannelsProtocol

package struct PushCredentials: Hashable, Sendable {
    package var platform: PushPlatform
    package var token: PushToken

    package init(platform: PushPlatform, token: PushToken) {
        self.platform = platform
        self.token = token
    }

    /// `platform_type` and `token` (Pusher's "Client API", "Resource: /v1/clients").
    package var members: [JSONValue.Object.Member] {
        [
            JSONValue.Object.Member(key: "platform_type", value: .string(self.platform.rawValue)),
            JSONValue.Object.Member(key: "token", value: .string(self.token.text)),
        ]
    }

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
            throw InvalidCredentials(description: error.description)
        }
    }
}

package struct InvalidCredentials: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// The service that delivers notifications to a device. The raw value is the
/// `platform_type` in requests (Pusher's "Client API").
@nonexhaustive
public enum PushPlatform: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging.
    case fcm
    /// Google Cloud Messaging: the former name of FCM, for a service that expects it.
    case gcm
}
