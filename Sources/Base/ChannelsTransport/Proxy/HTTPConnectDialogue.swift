import ChannelsBasics

/// RFC 9110, 9.3.6; only the head of the response matters.
struct HTTPConnectDialogue: ProxyDialogue {
    let opening: [UInt8]
    private let proxy: ProxySettings
    private var parser = HTTPResponseParser(method: "CONNECT", bodyLimit: 0)

    init(_ proxy: ProxySettings, host: String, port: Int) throws(TransportError) {
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        let target = "\(name):\(port)"
        var headers = [
            HTTPHeader("Host", target), HTTPHeader("User-Agent", NIOHTTPRequester.userAgent),
        ]
        if let login = proxy.credentials {
            let text = Base64.encode(Array("\(login.user):\(login.password)".utf8))
            headers.append(HTTPHeader("Proxy-Authorization", "Basic \(text)"))
        }
        let request = HTTPWriter.request(method: "CONNECT", target: target, headers: headers)
        guard let request else {
            throw .connectFailed(
                address: target, cause: "the host name contains a character that cannot be sent")
        }
        self.opening = request
        self.proxy = proxy
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { self.parser.append(bytes) }

    mutating func next() throws(ProxyFailure) -> ProxyStep {
        let answer: HTTPStatusLine
        do throws(HTTPSyntaxError) {
            guard case .head(let line, _) = try self.parser.next() else { return .needsMore }
            answer = line
        } catch {
            throw ProxyFailure(
                proxy: self.proxy.address, reason: "it sent an invalid response: \(error.text)")
        }
        guard (200...299).contains(answer.status) else { throw self.refusal(answer) }
        // A 2xx response has no body, whatever its headers say.
        return .established(first: Array(self.parser.takeRest()))
    }

    private func refusal(_ line: HTTPStatusLine) -> ProxyFailure {
        let words = line.reason.isEmpty ? "" : " \(line.reason)"
        return ProxyFailure(
            proxy: self.proxy.address, status: line.status,
            reason: "it refused the tunnel with \(line.status)\(words)",
            isLogin: line.status == 407)
    }
}
