import BuoyProgramSupport
import BuoyScripts
import Testing

/// How a server is named in the place of a name.
struct ServerSubjectTests {
    @Test(
        "a word is a name, a file, an address or the sandbox",
        arguments: [
            ("prod", ServerSubject.name("prod")), ("sandbox", .sandbox),
            (".env", .file(".env")), ("./shop/.env", .file("./shop/.env")),
            ("/srv/shop/.env.local", .file("/srv/shop/.env.local")),
            ("wss://k@ws.shop.test", .address("wss://k@ws.shop.test")),
            ("k@eu", .address("k@eu")),
        ])
    func words(word: String, subject: ServerSubject) {
        #expect(ServerSubject(word) == subject)
    }

    @Test(
        "an address has the key and the place of an app",
        arguments: [
            ("k@eu", "k cluster eu"), ("wss://k@ws.shop.test", "k wss://ws.shop.test:443"),
            ("ws://k@127.0.0.1:6001/ws/", "k ws://127.0.0.1:6001/ws"),
            ("wss://ws-eu.pusher.com/app/k?protocol=7&client=js", "k cluster eu"),
            ("wss://shop.test/socket/app/k", "k wss://shop.test:443/socket"),
            ("https://k@[::1]:8443", "k wss://::1:8443"),
        ])
    func addresses(text: String, expected: String) throws {
        let server = try NamedServer(address: text)
        let settings = server.settings
        let place = ServerPlace(
            server.place, port: settings.port, usesTLS: settings.usesTLS, path: settings.path)
        #expect("\(settings.key ?? "") \(place.address)" == expected)
    }

    @Test(
        "what is no address of an app is refused with its form",
        arguments: ["wss://ws.shop.test", "k@", "@eu", "k@ws.shop.test", "ftp://k@h", "wss://k@"])
    func noAddress(text: String) {
        let error = #expect(throws: NamedServer.UnusableAddress.self) {
            try NamedServer(address: text)
        }
        #expect(error?.description.contains("write wss://KEY@HOST:PORT, or KEY@CLUSTER") == true)
    }
}
