internal import ChannelsProtocol

/// Hides the signatures in frames: with the text that was signed, a signature lets anybody onto the
/// channel as long as the connection lasts.
enum SignatureMask {
    private static let dots = "••••••••"

    /// A message of ours as it may be shown.
    static func text(of message: ClientMessage) -> String {
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

    /// A message of the server as it may be shown. Only the answer to a sign-in repeats a signature,
    /// and only on some servers (protocol.md 2).
    static func text(of frame: [UInt8]) -> String {
        do throws(FrameError) {
            guard case .signInSucceeded(let userData) = try FrameCodec.decodeServerMessage(frame)
            else { return String(decoding: frame, as: UTF8.self) }
            return String(
                decoding: FrameCodec.encode(ServerMessage.signInSucceeded(userData: userData)),
                as: UTF8.self)
        } catch {
            return error.mayHoldSignature
                ? "pusher:signin_success, not shown, as it may hold a signature"
                : String(decoding: frame, as: UTF8.self)
        }
    }
}
