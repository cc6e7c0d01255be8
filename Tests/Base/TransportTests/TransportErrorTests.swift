import Testing

@testable import ChannelsTransport

struct TransportErrorTests {
    @Test("every error says what was tried, what came back and what to do")
    func descriptions() {
        let failure = TLSFailure(
            host: "a.test", reason: "hostname mismatch", certificateNames: ["b.test", "c.test"],
            isCertificate: true)
        let table: [(TransportError, [String])] = [
            (
                .nameNotResolved(host: "a.test", cause: "not known"),
                ["a.test", "not known", "Check"]
            ),
            (
                .connectFailed(address: "1.2.3.4:5", cause: "refused"),
                ["1.2.3.4:5", "refused", "Check"]
            ),
            (
                .tlsFailed(failure),
                ["a.test", "hostname mismatch", "b.test, c.test", "Connect to a name"]
            ),
            (
                .tlsFailed(
                    TLSFailure(
                        host: "127.0.0.1", reason: "IP address mismatch", certificateNames: [],
                        isCertificate: true)),
                ["not valid for this address", "names no host", "Issue one that names 127.0.0.1."]
            ),
            (.tlsSettings("no file"), ["no file"]),
            (.proxySettings("its port is wrong"), ["proxy", "its port is wrong"]),
            (
                .proxyFailed(ProxyFailure(proxy: "http://p:1", reason: "it is away")),
                ["http://p:1", "it is away", "Check the proxy's address"]
            ),
            (
                .proxyFailed(ProxyFailure(proxy: "http://p:1", status: 403, reason: "no")),
                ["http://p:1", "no", "allows tunnels"]
            ),
            (
                .proxyFailed(
                    ProxyFailure(proxy: "http://p:1", status: 407, reason: "no", isLogin: true)),
                ["http://p:1", "no", "user name and password"]
            ),
            (
                .upgradeRefused(HTTPRefusal(status: 404, reason: "Not Found")),
                ["404 Not Found", "app key"]
            ),
            (
                .upgradeRefused(HTTPRefusal(status: 503, retryAfter: .seconds(7))),
                ["503", "7s"]
            ),
            (.badResponse("no HTTP"), ["no HTTP", "Check"]),
            (.webSocketViolation(code: 1002, "a bit"), ["a bit", "1002"]),
            (.timedOut(phase: "connecting"), ["while connecting"]),
            (.bodyTooLarge(limit: 9), ["9 bytes"]), (.sendQueueFull(limit: 8), ["8 bytes"]),
            (.closed("reset"), ["reset"]),
            (
                .tooManyOpenFiles(DescriptorShortage(limit: 64)),
                ["too many open files", "64", "ulimit -n"]
            ),
            (.listenFailed(address: "[::1]:1", cause: "in use"), ["[::1]:1", "in use", "another"]),
            (.cancelled, ["cancelled"]),
        ]
        for (error, words) in table {
            for word in words { #expect(error.description.contains(word), "\(error)") }
            #expect(error.description.hasSuffix("."), "\(error)")
        }
    }

    @Test("a certificate of an unknown authority leads to trustRootsFile")
    func authorityHint() {
        let failure = TLSFailure(
            host: "a.test", reason: "unable to get local issuer certificate",
            certificateNames: ["a.test"], isCertificate: true)
        #expect(TransportError.tlsFailed(failure).description.contains("in trustRootsFile"))
    }

    @Test("a certificate without names says so")
    func namelessCertificate() {
        let failure = TLSFailure(host: "a.test", reason: "hostname mismatch", isCertificate: true)
        #expect(TransportError.tlsFailed(failure).description.contains("names no host"))
    }
}
