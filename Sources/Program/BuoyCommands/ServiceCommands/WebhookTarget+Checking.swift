import ArgumentParser
import BuoyServers

extension WebhookTarget {
    /// Reads a receiver from an argument or a file.
    ///
    /// - Parameter place: what to put before the error.
    /// - Throws: `ValidationError` if it cannot be used.
    static func checked(_ text: String, place: String? = nil) throws -> WebhookTarget {
        do throws(WebhookTarget.Failure) { return try WebhookTarget(text) } catch {
            throw ValidationError((place.map { "\($0): " } ?? "") + error.text)
        }
    }
}
