import ArgumentParser
import BuoyTestBasics
import Channels
import Testing

@testable import BuoyProgramSupport

@Suite("Headers of the handshake as options")
struct HandshakeTests {
    private func options(_ given: [String]) throws -> ChannelsOptions {
        let arguments = try ServerArguments.parse(["--key", "k", "--host", "h"] + given)
        var options = ChannelsOptions(appKey: "k", host: .host("h"))
        try arguments.applyHandshake(to: &options)
        return options
    }

    private func message(_ given: [String]) -> String? {
        let error = #expect(throws: ValidationError.self) { try self.options(given) }
        return error?.message
    }

    @Test("the origin and headers are sent, in both notations")
    func sent() throws {
        let options = try self.options([
            "--origin", "https://shop.example:8443", "--header", "X-Tenant=a=b:c", "--header",
            "Cookie:  id=7; x=1",
        ])
        #expect(options.origin == "https://shop.example:8443")
        #expect(options.headers == ["X-Tenant": "a=b:c", "Cookie": "id=7; x=1"])
    }

    @Test(
        "what belongs to the handshake or breaks a line is refused with a sentence",
        arguments: [
            ("Host=b", "The handshake sets the header Host itself"),
            ("upgrade: x", "The handshake sets the header upgrade"),
            ("Connection=x", "The handshake sets the header"),
            ("Sec-WebSocket-Key=x", "The handshake sets the header"),
            ("sec-websocket-protocol: x", "The handshake sets the header"),
            ("Transfer-Encoding=chunked", "The handshake sets the header"),
            ("TE=trailers", "The handshake sets the header"),
            ("Keep-Alive=1", "The handshake sets the header"),
            ("Proxy-Authorization=x", "The handshake sets the header"),
            ("X=a\r\nHost: b", "cannot be sent"), ("X: a\nb", "cannot be sent"),
            ("X Y=a", "cannot be sent"), ("X", "name=value"), ("=x", "name=value"),
            (": x", "name=value"), ("X=@\(Nowhere.file)", "cannot read"),
        ])
    func refused(field: String, words: String) {
        #expect(self.message(["--header", field])?.contains(words) == true)
    }

    @Test(
        "an origin is a scheme and a host",
        arguments: [
            "shop.example", "https://", "://x", "https://a/b", "https://a/", "https://a b",
            "https://a\r\nX: y",
        ])
    func origins(origin: String) {
        #expect(self.message(["--origin", origin])?.contains("https://example.com") == true)
    }

    @Test("a credential that other users can see is warned of, but not one of the environment")
    func warnings() throws {
        let arguments = try ServerArguments.parse([
            "--key", "k", "--host", "h", "--header", "Authorization: Bearer x", "--header",
            "Cookie=@/file", "--header", "X-Tenant=7",
        ])
        let warnings = arguments.warnings(environment: [:])
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("--header Authorization: other users") == true)
        #expect(warnings.first?.contains("Bearer") == false)
        #expect(
            arguments.warnings(environment: ["BUOY_HEADER": "Authorization: Bearer x"]).isEmpty)
    }

    @Test("secret values are known, to be kept out of what is written")
    func secrets() throws {
        let arguments = try ServerArguments.parse([
            "--key", "k", "--host", "h", "--header", "X-Token: hunter2", "--header", "X-Tenant=7",
        ])
        #expect(try arguments.headerSecrets == [Array("hunter2".utf8)])
    }
}
