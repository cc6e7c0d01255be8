import ChannelsBasics
import ChannelsProtocol
import ChannelsTransport
import Synchronization

/// A browser-like session: the cookies of a file, with the CSRF token that Laravel's Sanctum
/// wants as a header. What the server sets is kept in memory.
package final class CookieSession: Sendable {
    private struct State {
        var text: String
        var jar: CookieJar
    }

    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    private let state: Mutex<State>
    private let read: @Sendable () throws -> String

    private static let tokenCookie = "XSRF-TOKEN"
    private static let tokenHeader = "X-XSRF-TOKEN"
    /// Where Sanctum sets that cookie.
    static let renewalTarget = "/sanctum/csrf-cookie"

    /// - Parameter read: called again for every request, because somebody may log in again.
    /// - Throws: `Failure` if it is not a file of cookies, and the errors of `read`.
    package init(_ read: @escaping @Sendable () throws -> String) throws {
        let text = try read()
        guard let jar = CookieJar(netscape: text) else {
            throw Failure(
                description: "it is not a cookie file: create one with curl --cookie-jar")
        }
        self.read = read
        self.state = Mutex(State(text: text, jar: jar))
    }

    package var values: [String] {
        self.state.withLock { $0.jar.cookies.map(\.value) }
            .flatMap { [$0, PercentEncoding.decodeLeniently($0.utf8)] }
            .filter { !$0.isEmpty }
    }

    func token(for url: HTTPURL, at time: ChannelsTimestamp) -> String? {
        self.state.withLock { $0.jar.cookies(for: url, at: time.wallSeconds) }
            .first { $0.name == Self.tokenCookie }
            .map { PercentEncoding.decodeLeniently($0.value.utf8) }
    }

    /// Adds what a browser would send. Headers that are already there are kept.
    func complete(_ request: inout AuthHTTPRequest, at time: ChannelsTimestamp) {
        guard let url = HTTPURL(request.url) else { return }
        let cookies = self.state.withLock { $0.jar.cookies(for: url, at: time.wallSeconds) }
        let origin = url.originText
        let text = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        let headers: [(String, String?)] = [
            ("Cookie", text.isEmpty ? nil : text),
            (Self.tokenHeader, self.token(for: url, at: time)),
            // Laravel answers JSON instead of redirecting to its login page.
            ("Accept", "application/json"), ("X-Requested-With", "XMLHttpRequest"),
            // Sanctum uses the session only for requests that come from one of its own pages.
            ("Referer", request.headers.contains(name: "Origin") ? nil : origin + "/"),
        ]
        for case (let name, let value?) in headers where !request.headers.contains(name: name) {
            request.setHeader(name, value)
        }
    }

    func received(_ response: HTTPResponse, from url: HTTPURL, at time: ChannelsTimestamp) {
        self.state.withLock { state in
            for header in response.headers where header.isNamed("Set-Cookie") {
                state.jar.take(setCookie: header.value, from: url, at: time.wallSeconds)
            }
        }
    }

    /// A file that cannot be used now changes nothing.
    func reload() {
        guard let text = try? self.read() else { return }
        self.state.withLock { state in
            guard text != state.text, let jar = CookieJar(netscape: text) else { return }
            state = State(text: text, jar: jar)
        }
    }
}

extension CookieSession: CustomStringConvertible, Unreflected {
    package var description: String { "••••••••" }
}

extension ChannelsTimestamp {
    fileprivate var wallSeconds: Int64 { self.wallMicroseconds / 1_000_000 }
}

extension RequestFields {
    fileprivate func contains(name: String) -> Bool {
        self.contains { $0.isSameHeader(as: RequestField(name, "")) }
    }
}

extension HTTPURL {
    /// `https://host:port`, without the usual port.
    fileprivate var originText: String {
        let host = self.host.contains(":") ? "[\(self.host)]" : self.host
        let isUsual = self.port == (self.isSecure ? 443 : 80)
        return "\(self.isSecure ? "https" : "http")://\(host)" + (isUsual ? "" : ":\(self.port)")
    }

    var csrfCookieURL: String { self.originText + CookieSession.renewalTarget }
}
