import ChannelsSigning
import Transport

/// A call of the HTTP API with a valid signature.
struct HTTPAPICall: Hashable, Sendable {
    let request: HTTPRequest
    let target: RequestTarget
    /// The query without the parameters of the signature.
    let parameters: [RequestParameter]

    /// Refuses parameters that the called method does not support.
    func allow(parameters names: [String]) throws(RouteRefusal) {
        let extraneous = self.parameters.map(\.name).filter { !names.contains($0) }
        guard extraneous.isEmpty else {
            throw .badRequest(
                "The following query string parameters are extraneous: "
                    + extraneous.joined(separator: ", "))
        }
    }
}
