extension SecretMask {
    /// A message of this client.
    package func text(of message: ClientMessage) -> String {
        String(decoding: FrameCodec.encode(Self.masked(message)), as: UTF8.self)
    }

    private static func masked(_ message: ClientMessage) -> ClientMessage {
        switch message {
        case .subscribe(let channel, let authorization?):
            var authorization = authorization
            authorization.auth = ChannelAuthorization.shownAuth(authorization.auth)
            return .subscribe(channel, authorization)
        case .signIn(let auth, let userData):
            return .signIn(auth: ChannelAuthorization.shownAuth(auth), userData: userData)
        case .subscribe(_, nil), .unsubscribe, .ping, .pong, .event, .unknown:
            return message
        }
    }

    /// A message of the server. Errors are free text; of the others, only the answer to a sign-in
    /// repeats a signature, and only on some servers.
    package func text(of frame: [UInt8]) -> String {
        let text = { String(decoding: frame, as: UTF8.self) }
        do throws(FrameError) {
            switch try FrameCodec.decodeServerMessage(frame) {
            case .signInSucceeded(let userData):
                let message = ServerMessage.signInSucceeded(userData: userData)
                return String(decoding: FrameCodec.encode(message), as: UTF8.self)
            case let message where message.isTrouble: return self.text(text())
            default: return text()
            }
        } catch {
            return error.mayHoldSignature
                ? "pusher:signin_success, not shown because it may contain a signature"
                : self.text(text())
        }
    }

    /// The start of a message of the server. Only an event of an application is not free text.
    package func text(ofStart bytes: [UInt8]) -> String {
        // Without the last character, of which a part may be missing.
        let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        let opening = #"{"event":""#
        let isEvent = text.hasPrefix(opening) && !text.hasPrefix(opening + "pusher:")
        return isEvent ? self.message(text) + "…" : self.text(text, isCut: true)
    }

    /// A message of another client.
    package func text(ofSent frame: [UInt8]) -> String {
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
