package import ChannelsBasics
import ChannelsProtocol
package import ChannelsSigning
import ChannelsTransport

/// Decides what an authorization endpoint for development answers. It signs for anyone who asks, so
/// it belongs on a developer's machine, behind `WebPageGate`.
package struct AuthorizationResponder: Sendable {
    private let signer: ChannelsSigner
    private let users: AuthorizationUsers
    private let refused: [Wildcard]
    private let gate: WebPageGate

    /// - Parameters:
    ///   - masterKey: the key of encrypted channels; without it they are refused.
    ///   - refused: the channels that are refused with 403.
    package init(
        key: String, secret: AppSecret, masterKey: EncryptionMasterKey?,
        users: AuthorizationUsers = AuthorizationUsers(), refused: [Wildcard] = [],
        gate: WebPageGate
    ) {
        self.signer = ChannelsSigner(
            appKey: key, secret: secret, encryptionMasterKey: masterKey)
        self.users = users
        self.refused = refused
        self.gate = gate
    }

    package enum Subject: Hashable, Sendable {
        case channel
        case user

        /// A path that ends in `user-auth` authenticates a user, any other authorizes a channel.
        package init(path segments: [String]) {
            self = segments.last == "user-auth" ? .user : .channel
        }
    }

    struct Answer: Hashable, Sendable {
        var response: HTTPResponse
        var record: AuthorizationRecord
    }

    /// - Parameter fault: replaces a signature; a request that cannot be signed is refused anyway.
    func answer(
        _ request: HTTPRequest, _ target: RequestTarget, _ subject: Subject,
        fault: AuthorizationFault.Answer = .signed
    ) -> Answer {
        var record = AuthorizationRecord(
            subject: subject == .user ? .user : .other(target.path), socketID: nil,
            outcome: .fault(fault))
        do throws(RouteRefusal) {
            let form = try AuthorizationForm(request, target)
            record.socketID = form.socketID
            if form.callback != nil { try self.gate.allowScript(request) }
            if subject == .channel, let name = form.value("channel_name") {
                record.subject = .channel(name)
            }
            let signed = try subject == .user ? self.user(form) : self.channel(form)
            if let response = self.response(to: form, instead: fault) {
                return Answer(response: response, record: record)
            }
            record.outcome = .signed(signed.text)
            return Answer(response: Self.response(signed.json, to: form), record: record)
        } catch {
            record.outcome = .refused(status: error.status, text: error.text)
            return Answer(response: error.response, record: record)
        }
    }

    private typealias Signed = (json: String, text: String)

    private func channel(_ form: AuthorizationForm) throws(RouteRefusal) -> Signed {
        let channel = try form.channel()
        guard !self.refused.contains(where: { $0.matches(channel.text) }) else {
            throw RouteRefusal(status: 403, text: "Channel \(channel) is configured to be refused")
        }
        let user = channel.kind.hasMembers ? try self.users.presenceUser(form) : nil
        do throws(SigningError) {
            let signed = try self.signer.authorize(form.endpointRequest, user: user)
            let text = try ChannelSignature.stringToSign(
                socketID: form.socketID, channel: channel, channelData: signed.channelData)
            return (signed.responseBody, text)
        } catch {
            throw .signing(error)
        }
    }

    private func user(_ form: AuthorizationForm) throws(RouteRefusal) -> Signed {
        let user = try self.users.userData(form)
        do throws(SigningError) {
            let signed = try self.signer.authenticate(form.endpointRequest, user: user)
            let text = ChannelSignature.stringToSign(
                socketID: form.socketID, userData: signed.userData)
            return (signed.responseBody, text)
        } catch {
            throw .signing(error)
        }
    }

    /// The response in place of a signature; `nil` if it signs.
    private func response(
        to form: AuthorizationForm, instead fault: AuthorizationFault.Answer
    ) -> HTTPResponse? {
        switch fault {
        case .signed: return nil
        case .status(let status):
            return .text(status, "This endpoint is set to answer \(status)")
        case .withoutAuth: return Self.response("{}", to: form)
        case .wrongSignature:
            let wrong = ChannelAuthorization(
                auth: "\(self.signer.appKey):\(String(repeating: "0", count: 64))")
            return Self.response(wrong.responseBody, to: form)
        case .html:
            return .page("<!DOCTYPE html><title>Sign in</title><p>Please sign in first.")
        }
    }

    private static func response(_ json: String, to form: AuthorizationForm) -> HTTPResponse {
        form.callback.map { .script("/**/\($0)(\(json.scriptText));") } ?? .json(text: json)
    }
}

extension String {
    /// JSON as a JavaScript expression: U+2028 and U+2029 ended lines before ES2019.
    fileprivate var scriptText: String {
        self.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
    }
}
