package import Transport

/// Sends requests to one server. Separates the API from the network.
package protocol HTTPSender: Sendable {
    /// Sends a request, and reads the whole response.
    ///
    /// - Parameters:
    ///   - timeLimit: the limit from the turn of the request to the end of the response.
    ///   - bodyLimit: the maximum size of the response body, in bytes.
    /// - Throws: `HTTPExchangeFailure`, which says whether the server may have acted.
    func send(
        _ request: HTTPRequest, timeLimit: Duration, bodyLimit: Int
    ) async throws(HTTPExchangeFailure) -> HTTPResponse
}
