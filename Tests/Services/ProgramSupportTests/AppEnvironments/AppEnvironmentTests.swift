import BuoyProgramSupport
import BuoyScripts
import BuoyTestBasics
import ChannelsBasics
import ChannelsSigning
import Foundation
import Testing

/// The names that frameworks use for an app and its server.
struct AppEnvironmentTests {
    private static func server(_ text: String) throws -> NamedServer {
        try AppEnvironment(text, path: "/srv/shop/.env").server()
    }

    @Test("Pusher, as Laravel has it: the cluster, while the host is empty")
    func cluster() throws {
        let server = try Self.server(
            """
            BROADCAST_DRIVER=pusher
            PUSHER_APP_ID=7
            PUSHER_APP_KEY=public-key
            PUSHER_APP_SECRET=hunter2
            PUSHER_HOST=
            PUSHER_PORT=443
            PUSHER_SCHEME=https
            PUSHER_APP_CLUSTER=eu
            """)
        #expect(server.place == .cluster("eu"))
        #expect(server.settings.port == nil)
        #expect(server.settings.appID == "7")
        #expect(server.name == "shop/.env")
    }

    @Test("the driver decides which of two apps is meant")
    func driver() throws {
        let text = """
            REVERB_APP_KEY=r
            REVERB_HOST=localhost
            PUSHER_APP_KEY=p
            PUSHER_APP_CLUSTER=eu
            """
        #expect(try Self.server("BROADCAST_CONNECTION=pusher\n" + text).settings.key == "p")
        #expect(try Self.server("BROADCAST_CONNECTION=reverb\n" + text).settings.key == "r")
        #expect(try Self.server(text).settings.key == "r")
    }

    @Test("a client goes where pages go, with the key of the app")
    func pages() throws {
        let server = try Self.server(
            """
            REVERB_APP_KEY=own
            REVERB_HOST=reverb
            REVERB_PORT=8080
            REVERB_SCHEME=http
            VITE_REVERB_APP_KEY=own
            VITE_REVERB_HOST=ws.shop.test
            VITE_REVERB_PORT=443
            VITE_REVERB_SCHEME=https
            """)
        #expect(server.place == .host("ws.shop.test"))
        #expect(server.settings.port == 443)
        #expect(server.settings.usesTLS == true)
        #expect(server.settings.key == "own")
        #expect(
            server.publishingPlace
                == ServerPlace(.host("reverb"), port: 8080, usesTLS: false))
    }

    @Test("Rails: the app publishes to its URL, and pages use the cluster")
    func urlAgainstCluster() throws {
        let server = try Self.server(
            "PUSHER_URL=https://public-key:hunter2@api-eu.pusher.com/apps/7\nPUSHER_CLUSTER=us2")
        #expect(server.place == .cluster("us2"))
        #expect(server.publishingPlace == ServerPlace(.cluster("eu")))
        let findings = AppEnvironment(
            "PUSHER_URL=https://public-key:hunter2@api-eu.pusher.com/apps/7\nPUSHER_CLUSTER=us2",
            path: ".env"
        ).findings
        #expect(
            findings.map(\.text) == [
                "PUSHER_CLUSTER: pages use cluster us2, and the app publishes to cluster eu "
                    + "(PUSHER_URL): make them the same"
            ])
    }

    @Test(
        "the authorization endpoint: its variable, or Laravel's route below APP_URL",
        arguments: [
            ("", nil, "https://shop.test/broadcasting/auth"),
            ("", "api", "https://shop.test/api/broadcasting/auth"),
            ("BROADCAST_AUTH_ENDPOINT=/auth", nil, "https://shop.test/auth"),
            ("VITE_PUSHER_AUTH_ENDPOINT=https://a.test/x", nil, "https://a.test/x"),
        ] as [(String, String?, String)])
    func endpoint(line: String, prefix: String?, url: String) throws {
        let environment = AppEnvironment(
            "APP_URL=https://shop.test/\nREVERB_APP_KEY=k\nREVERB_HOST=h\n" + line, path: ".env",
            sources: AppSources(routePrefix: prefix))
        #expect(try environment.server().appEndpoint == url)
    }

    @Test(
        "the prefix of Laravel's broadcasting routes is that of the call in the app's sources",
        arguments: [
            (
                "->withBroadcasting(__DIR__.'/x.php', ['prefix' => 'api', 'middleware' => []]);",
                "api"
            ),
            ("Broadcast::routes([\"prefix\" => \"/v1/\"]);", "v1"),
            ("Broadcast::routes(); Route::group(['prefix' => 'admin']);", nil),
        ] as [(String, String?)])
    func prefix(source: String, prefix: String?) throws {
        let folder = try TestFolder()
        let routes = folder.path + "/routes"
        try FileManager.default.createDirectory(atPath: routes, withIntermediateDirectories: true)
        try Data(source.utf8).write(to: URL(filePath: routes + "/channels.php"))
        let file = folder.file(".env")
        try Data("APP_URL=http://a\nREVERB_APP_KEY=k\nREVERB_HOST=h".utf8)
            .write(to: URL(filePath: file))
        let path = ["http://a", prefix, "broadcasting/auth"].compactMap(\.self)
        #expect(try AppEnvironment.read(file).server().appEndpoint == path.joined(separator: "/"))
    }

    @Test("the endpoint is asked about a channel of the app, with 1 for its parameters")
    func channel() throws {
        let folder = try TestFolder()
        let source = "Broadcast::channel('orders.{order}.lines.{line}', fn () => true);"
        try folder.write(source, to: "routes/channels.php")
        try folder.write("REVERB_APP_KEY=k\nREVERB_HOST=h", to: ".env")
        let environment = try AppEnvironment.read(folder.file(".env"))
        #expect(environment.authorizedChannel == "private-orders.1.lines.1")
    }

    @Test("Laravel's configuration has values for variables that are missing")
    func defaults() throws {
        let folder = try TestFolder()
        try folder.write("REVERB_APP_KEY=k\nREVERB_PORT=", to: ".env")
        try folder.write(
            """
            'host' => env('REVERB_HOST', "ws.shop.test"), 'port' => env('REVERB_PORT', 8080),
            'scheme' => env( 'REVERB_SCHEME' , 'http' ), 'key' => env('REVERB_APP_KEY'),
            """, to: "config/broadcasting.php")
        let server = try AppEnvironment.read(folder.file(".env")).server()
        #expect(server.place == .host("ws.shop.test"))
        #expect(server.settings.usesTLS == false)
        // Set to nothing, which is a value.
        #expect(server.settings.port == nil)
    }

    @Test("a variable of the shell that differs is told with the line")
    func overridden() {
        let findings = AppEnvironment(
            "REVERB_APP_KEY=k\nREVERB_HOST=a.test\nAPP_NAME=x", path: ".env",
            environment: ["REVERB_HOST": "b.test", "APP_NAME": "y", "REVERB_APP_KEY": "k"]
        ).findings
        let own = findings.filter { $0.sentence.contains("this shell has another value") }
        #expect(own.map(\.name) == ["REVERB_HOST"])
        #expect(own.first?.sentence.contains("wins over line 2") == true)
    }

    @Test("Rails: one URL with everything")
    func url() throws {
        let start = "PUSHER_URL=https://public-key:hunter2"
        let hosted = try Self.server("\(start)@api-eu.pusher.com/apps/7")
        #expect(hosted.place == .cluster("eu"))
        #expect(hosted.settings.key == "public-key")
        #expect(hosted.settings.appID == "7")
        let own = try Self.server("PUSHER_URL=http://public-key:hunter2@ws.shop.test:6001/apps/7")
        #expect(own.place == .host("ws.shop.test"))
        #expect(own.settings.port == 6001)
        #expect(own.settings.usesTLS == false)
    }

    @Test(
        "Node's names, with the prefixes of bundlers",
        arguments: ["NEXT_PUBLIC_", "NUXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_", "VITE_", ""])
    func node(prefix: String) throws {
        let server = try Self.server(
            "\(prefix)PUSHER_KEY=public-key\n\(prefix)PUSHER_CLUSTER=us2\n")
        #expect(server.place == .cluster("us2"))
        #expect(server.settings.key == "public-key")
        #expect(server.settings.environmentFile == nil)
    }

    @Test("soketi's own file, and Ably's key")
    func others() throws {
        let soketi = try Self.server(
            "SOKETI_DEFAULT_APP_ID=1\nSOKETI_DEFAULT_APP_KEY=k\nSOKETI_DEFAULT_APP_SECRET=hunter2\n"
        )
        #expect(soketi.place == .host("127.0.0.1"))
        #expect(soketi.settings.port == 6001)
        #expect(soketi.settings.usesTLS == false)
        let ably = try Self.server("BROADCAST_CONNECTION=ably\nABLY_KEY=app1.key1:hunter2\n")
        #expect(ably.place == .host("realtime-pusher.ably.io"))
        #expect(ably.settings.key == "app1.key1")
        #expect(ably.settings.appID == "app1")
        #expect(ably.settings.environmentFile != nil)
    }

    @Test("a file without an app says so, and nothing of Laravel is asked of a Node app")
    func nothing() {
        let empty = AppEnvironment("PORT=3000\n", path: ".env")
        #expect(empty.product == nil)
        #expect(throws: AppEnvironment.Failure.self) { try empty.server() }
        let text = "PUSHER_KEY=k\nPUSHER_CLUSTER=eu\nPUSHER_APP_ID=1\nPUSHER_SECRET=s"
        let node = AppEnvironment(text, path: ".env")
        #expect(node.findings == [])
    }

    @Test("a value is changed where it is written, not where another variable refers to it")
    func references() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            REVERB_APP_KEY=k
            REVERB_SCHEME=https
            REVERB_HOST=reverb
            VITE_REVERB_SCHEME="${REVERB_SCHEME}"
            VITE_REVERB_HOST=${REVERB_HOST}
            """, to: ".env")
        let path = folder.file(".env")
        let words = SettingWords.program(environmentFile: path)
        #expect(words.connectPlainly == "set REVERB_SCHEME=http in \(path), line 2")
        #expect(words.useLocalhost == "set VITE_REVERB_HOST=localhost in \(path), line 5")
    }

    @Test("a file that is missing is named")
    func missing() {
        do {
            _ = try AppEnvironment.read("/nowhere/.env")
            Issue.record("read")
        } catch {
            #expect(error.description == "cannot read /nowhere/.env: no such file")
        }
    }
}
