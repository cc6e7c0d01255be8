import ChannelsBasics
package import ChannelsProtocol
import ChannelsSigning
package import ChannelsTransport

/// Sent as a form by POST, or in the query by GET, with a callback if a page loads the response
/// as a script (docs/protocol.md, "Authorization").
package struct AuthorizationForm: Hashable, Sendable {
    let endpointRequest: AuthEndpointRequest
    /// The JSONP callback; `nil` for plain JSON.
    let callback: String?

    /// - Throws: a refusal with status 405 for other methods, and 400 for an invalid form.
    package init(_ request: HTTPRequest, _ target: RequestTarget) throws(RouteRefusal) {
        guard ["POST", "GET"].contains(request.method) else {
            throw .method(request.method, allowed: "POST, GET")
        }
        let isForm = request.method == "POST"
        do {
            self.endpointRequest =
                isForm
                ? try AuthEndpointRequest(
                    body: request.body, contentType: request.header("content-type"))
                : try AuthEndpointRequest(parameters: target.query)
        } catch { throw .signing(error) }
        self.callback = isForm ? nil : try target.query.first("callback").map(Self.checked)
    }

    package var socketID: SocketID { self.endpointRequest.socketID }

    package func channel() throws(RouteRefusal) -> ChannelName {
        do { return try self.endpointRequest.channel } catch { throw .signing(error) }
    }

    func value(_ name: String) -> String? { self.endpointRequest[name] }

    var namedUser: String? { self.value("user_id") ?? self.value("user") }

    func userInfo() throws(RouteRefusal) -> JSONValue? {
        guard let text = self.value("user_info") else { return nil }
        guard let info = JSONValue.parse(text) else { throw .badRequest("user_info is not JSON") }
        return info
    }

    /// Separated by commas in the form.
    var watchlist: [UserID]? {
        self.value("watchlist")?.split(separator: ",").map { UserID(String($0)) }
    }

    /// A callback that is only a name, a member or an element, such as
    /// `Pusher.auth_callbacks['1']`: anything else could be its own program.
    private static func checked(_ callback: String) throws(RouteRefusal) -> String {
        let isName = callback.hasOnlyLettersAndDigits(or: "_$.[]'\"")
        guard isName, (1...128).contains(callback.utf8.count) else {
            throw .badRequest("Invalid callback: \(callback.debugDescription)")
        }
        return callback
    }
}
