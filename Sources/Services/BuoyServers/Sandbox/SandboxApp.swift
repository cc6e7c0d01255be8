import ChannelsBasics
import ChannelsProtocol
package import ChannelsSigning

/// The app that the sandbox serves. Its key, secret and id are public on purpose: they are useful
/// only for a sandbox.
package struct SandboxApp: Hashable, Sendable {
    package var id: String
    package var key: String
    package var secret: AppSecret

    package init(id: String, key: String, secret: AppSecret) {
        self.id = id
        self.key = key
        self.secret = secret
    }

    /// Whether a string can be a key or an id: letters, digits, `-` and `_`.
    package static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.hasOnlyLettersAndDigits(or: "-_")
    }

    package static let standard = SandboxApp(
        id: "1", key: standardKey, secret: AppSecret(standardSecret))

    package static let standardKey = "buoy-sandbox-key"
    package static let standardSecret = "buoy-sandbox-secret"

    /// The `.env` file of an app on the sandbox; `nil` if its secret cannot be written there.
    package func environmentFile(host: String, port: Int, usesTLS: Bool) -> String? {
        let secret = String(decoding: self.secret.searchedBytes, as: UTF8.self)
        // Nothing is replaced between single quotation marks.
        guard !secret.contains(where: { $0 == "'" || $0.isNewline }) else { return nil }
        return """
            PUSHER_APP_ID=\(self.id)
            PUSHER_APP_KEY=\(self.key)
            PUSHER_APP_SECRET='\(secret)'
            PUSHER_HOST=\(host)
            PUSHER_PORT=\(port)
            PUSHER_SCHEME=\(usesTLS ? "https" : "http")

            """
    }

    var channelSignature: ChannelSignature {
        ChannelSignature(key: self.key, secret: self.secret)
    }

    var requestSignature: RequestSignature {
        RequestSignature(key: self.key, secret: self.secret)
    }
}
