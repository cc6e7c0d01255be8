import ArgumentParser
import BuoyServers

extension WebhookTarget {
    static func checked(_ text: String, place: String? = nil) throws -> WebhookTarget {
        do throws(WebhookTarget.Failure) { return try WebhookTarget(text) } catch {
            throw ValidationError((place.map { "\($0): " } ?? "") + error.text)
        }
    }
}
