/// An attribute of a channel that can be requested.
enum ChannelAttribute: String, Hashable, Sendable, CaseIterable {
    case userCount = "user_count"
    case subscriptionCount = "subscription_count"
    case cache

    /// Parses `user_count,subscription_count`.
    static func list(_ text: String) throws(RouteRefusal) -> [ChannelAttribute] {
        var attributes: [ChannelAttribute] = []
        for word in text.split(separator: ",") {
            guard let attribute = ChannelAttribute(rawValue: String(word)) else {
                throw .badRequest("Unknown info attribute: \(word)")
            }
            if !attributes.contains(attribute) { attributes.append(attribute) }
        }
        return attributes
    }
}
