package import ChannelsBasics

/// The state of a user's sign-in: from `requested` through `authenticating` and `signingIn`
/// to `signedIn` or `failed`. It starts again with each connection.
///
/// Closed: no case will be added.
public enum SignInState: Hashable, Sendable {
    /// No sign-in was requested.
    case signedOut
    /// Requested, and waiting for a connection.
    case requested
    /// Waiting for the authentication.
    case authenticating
    /// Sent to the server, and waiting for its answer.
    case signingIn
    /// The server confirmed it.
    case signedIn(SignedInUser)
    /// Refused or not answered. It is retried with the next connection, or by another call to
    /// `signIn()`.
    case failed(SignInFailure)
}

/// A user whose sign-in the server confirmed, on the current connection.
public struct SignedInUser: Hashable, Sendable {
    /// The user id; the server decides which user it is.
    public var id: UserID
    /// The user data as the server returned it: JSON text with `id` and, if the application
    /// provided them, `user_info` and `watchlist`.
    public var data: String

    package init(id: UserID, data: String = "{}") {
        self.id = id
        self.data = data
    }

    /// `#server-to-user-<id>`
    package var channel: ChannelName {
        ChannelName(wire: ChannelName.serverToUserPrefix + self.id.text)
    }
}

/// Why a user could not be signed in: no signature, a refusal, or no answer.
public struct SignInFailure: AnsweredFailure {
    /// The step that failed.
    package var phase: Phase
    /// The authentication endpoint's HTTP status; `nil` if there wasn't one.
    public var status: Int?
    package var parts: FailureParts
    /// The code of the `pusher:error` that refused the sign-in; `nil` if there wasn't one.
    public var code: Int?
    /// The start of the authentication endpoint's response; `nil` if there wasn't one, or if it may
    /// contain a secret.
    package var body: String?
    /// The string that was signed, or that the endpoint was asked to sign (Pusher's
    /// "Authentication signatures"); `nil` if it is not known.
    package var stringToSign: String?
    /// The start of the frame that refused the sign-in, with secrets replaced by dots; untrusted
    /// text.
    package var frame: String?

    package init(
        phase: Phase, status: Int? = nil, what: String, cause: String = "", advice: String = "",
        code: Int? = nil, body: String? = nil, stringToSign: String? = nil, frame: String? = nil
    ) {
        self.init(
            phase: phase, status: status, FailureParts(what, cause, advice: advice), code: code,
            body: body, stringToSign: stringToSign, frame: frame)
    }

    package init(
        phase: Phase, status: Int? = nil, _ parts: FailureParts, code: Int? = nil,
        body: String? = nil, stringToSign: String? = nil, frame: String? = nil
    ) {
        self.phase = phase
        self.status = status
        self.parts = parts
        self.code = code
        self.body = body
        self.stringToSign = stringToSign
        self.frame = frame
    }

    /// The step of a sign-in that failed.
    package enum Phase: Hashable, Sendable {
        /// No signature could be obtained.
        case authentication
        /// The server refused the sign-in, for example because of a wrong signature.
        case signIn
        /// The server did not answer in time. Many servers do not support `pusher:signin`.
        case timeLimit
    }
}

/// The authentication of a user: a signature made with the app secret for one socket id
/// (Pusher's "Authentication signatures"). It is not valid on any other connection.
public struct UserAuthentication: Hashable, Sendable {
    /// `<app key>:<signature>`, the HMAC-SHA256 of `<socket id>::user::<user data>` in
    /// hexadecimal.
    public var auth: String
    /// The signed JSON text, which contains the user's `id`. It must reach the server byte for
    /// byte.
    public var userData: String

    /// Creates an authentication from the application's response. The client checks its form
    /// before sending it; only the server validates the signature.
    /// - Parameters:
    ///   - auth: `<app key>:<signature>`.
    ///   - userData: the JSON text that was signed, with the `id` of the user.
    public init(auth: String, userData: String) {
        self.auth = auth
        self.userData = userData
    }
}

extension UserAuthentication: Printed, Unreflected {
    package var printed: String {
        "UserAuthentication(auth: \(ChannelAuthorization.shownAuth(self.auth)), "
            + "userData: \(self.userData))"
    }
}

/// The executor answers each exactly once.
package struct AuthenticationRequest: Hashable, Sendable {
    package var socketID: SocketID
    package var number: Int

    package init(socketID: SocketID, number: Int) {
        self.socketID = socketID
        self.number = number
    }
}

extension UserAuthentication {
    /// Reads an authentication from the body of an endpoint's response, as Pusher's server
    /// libraries and `ChannelsSigning` write it: `{"auth": …, "user_data": …}`.
    ///
    /// - Parameter responseBody: the body, such as `Data` or `[UInt8]`.
    /// - Throws: `AuthorizationFailure.refused` if it is not a JSON object with both. Throw it on
    ///   from an authorizer.
    public init(responseBody: some Collection<UInt8>) throws(AuthorizationFailure) {
        let response = try AuthorizationResponse(responseBody)
        self.init(
            auth: try response.required("auth"), userData: try response.required("user_data"))
    }
}
