internal import ChannelsSigning
internal import Transport

/// A call of the HTTP API whose signature is good.
struct HTTPAPICall: Hashable, Sendable {
    let request: HTTPRequest
    let target: RequestTarget
    /// The query without what belongs to the signature.
    let parameters: [RequestParameter]

    /// Refuses parameters that the called method does not know.
    func allow(parameters names: [String]) throws(RouteRefusal) {
        let extraneous = self.parameters.map(\.name).filter { !names.contains($0) }
        guard extraneous.isEmpty else {
            throw .badRequest(
                "The following query string parameters are extraneous: "
                    + extraneous.joined(separator: ", "))
        }
    }
}
