/// Hides signatures in frames: with the signed text, one lets anybody join the channel while
/// the connection lasts.
package enum SignatureMask {
    private static let dots = "••••••••"

    package static func text(of message: ClientMessage) -> String {
        String(decoding: FrameCodec.encode(self.masked(message)), as: UTF8.self)
    }

    private static func masked(_ message: ClientMessage) -> ClientMessage {
        switch message {
        case .subscribe(let channel, let authorization?):
            var authorization = authorization
            authorization.auth = self.masked(authorization.auth)
            return .subscribe(channel, authorization)
        case .signIn(let auth, let userData):
            return .signIn(auth: self.masked(auth), userData: userData)
        case .subscribe(_, nil), .unsubscribe, .ping, .pong, .event, .unknown:
            return message
        }
    }

    /// `<app key>:••••••••`: the key is public, and tells which app was signed for.
    private static func masked(_ auth: String) -> String {
        guard let colon = auth.firstIndex(of: ":") else { return self.dots }
        return auth[...colon] + self.dots
    }

    /// Only the answer to a sign-in repeats a signature, and only on some servers.
    package static func text(of frame: [UInt8]) -> String {
        do throws(FrameError) {
            guard case .signInSucceeded(let userData) = try FrameCodec.decodeServerMessage(frame)
            else { return String(decoding: frame, as: UTF8.self) }
            return String(
                decoding: FrameCodec.encode(ServerMessage.signInSucceeded(userData: userData)),
                as: UTF8.self)
        } catch {
            return error.mayHoldSignature
                ? "pusher:signin_success, not shown because it may contain a signature"
                : String(decoding: frame, as: UTF8.self)
        }
    }

    package static func text(ofSent frame: [UInt8]) -> String {
        do throws(FrameError) {
            let message = try FrameCodec.decodeClientMessage(frame)
            switch message {
            case .subscribe, .signIn: return self.text(of: message)
            case .unsubscribe, .ping, .pong, .event, .unknown:
                return String(decoding: frame, as: UTF8.self)
            }
        } catch {
            return "an unreadable message, not shown because it may contain a signature"
        }
    }
}
