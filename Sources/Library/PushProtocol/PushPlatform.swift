/// The service that delivers notifications to a device (seed 002, "platform_type").
public enum PushPlatform: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging.
    case fcm
    /// Google Cloud Messaging, which became Firebase Cloud Messaging.
    case gcm
}
