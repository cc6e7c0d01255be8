import Foundation
import Testing

/// What users of the library have to learn, kept from growing unnoticed (CONTRIBUTING.md).
struct PublicSurfaceTests {
    /// The most public declarations of the library. Lower it when there are fewer.
    private static let ceiling = 511

    @Test("the library declares no more in public than it did")
    func ceilingHolds() throws {
        var count = 0
        for module in ["Channels", "ChannelsProtocol", "ChannelsSigning"] {
            for file in try Repository.swiftFiles(below: "Sources/Library/\(module)") {
                count += try Self.declarations(in: Repository.text(file))
            }
        }
        #expect(count <= Self.ceiling, "make it `package` unless a guide or a test of use needs it")
        #expect(count > Self.ceiling - 20, "lower the ceiling to \(count)")
    }

    @Test("the library of the test double declares little in public")
    func testingCeilingHolds() throws {
        let count = try Repository.swiftFiles(below: "Sources/Library/ChannelsTesting").reduce(0) {
            try $0 + Self.declarations(in: Repository.text($1))
        }
        #expect(count <= 40, "make it `package` unless a guide needs it")
        #expect(count > 25, "lower the ceiling to \(count)")
    }

    @Test("the library of the HTTP API declares little in public")
    func apiCeilingHolds() throws {
        let count = try Repository.swiftFiles(below: "Sources/Library/ChannelsHTTPAPI").reduce(0) {
            try $0 + Self.declarations(in: Repository.text($1))
        }
        #expect(count <= 110, "make it `package` unless a guide needs it")
        #expect(count > 90, "lower the ceiling to \(count)")
    }

    @Test("the library of push notifications declares little in public")
    func pushCeilingHolds() throws {
        let count = try ["PushNotifications", "PushProtocol"].flatMap {
            try Repository.swiftFiles(below: "Sources/Library/\($0)")
        }.reduce(0) { try $0 + Self.declarations(in: Repository.text($1)) }
        #expect(count <= 90, "make it `package` unless a guide needs it")
        #expect(count > 70, "lower the ceiling to \(count)")
    }

    @Test("the library of webhooks declares little in public")
    func webhookCeilingHolds() throws {
        let count = try Repository.swiftFiles(below: "Sources/Library/Webhooks").reduce(0) {
            try $0 + Self.declarations(in: Repository.text($1))
        }
        #expect(count <= 40, "make it `package` unless a guide needs it")
        #expect(count > 25, "lower the ceiling to \(count)")
    }

    @Test("the libraries for metrics and for services declare next to nothing in public")
    func operatingCeilingHolds() throws {
        let count = try ["ChannelsMetrics", "ChannelsServiceLifecycle"].flatMap {
            try Repository.swiftFiles(below: "Sources/Library/\($0)")
        }.reduce(0) { try $0 + Self.declarations(in: Repository.text($1)) }
        #expect(count <= 6, "make it `package` unless a guide needs it")
        #expect(count > 0, "lower the ceiling to \(count)")
    }

    /// The lines that declare something public, and the cases of public enums.
    private static func declarations(in text: String) -> Int {
        var count = 0
        // The indentation of the public enum that is open.
        var openEnum: Int?
        for line in text.split(separator: "\n") {
            let indentation = line.prefix { $0 == " " }.count
            if line.contains(/^ *public (?!import)/) { count += 1 }
            if line.contains(/^ *public (indirect )?enum .*\{$/) {
                openEnum = indentation
            } else if let enclosing = openEnum {
                if indentation <= enclosing { openEnum = nil }
                if indentation == enclosing + 4, line.contains(/^ *(indirect )?case\b/) {
                    count += 1
                }
            }
        }
        return count
    }
}
