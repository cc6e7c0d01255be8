import BuoyTestBasics
import Foundation
import Testing

/// What the manifest promises to whoever builds.
@Suite(.inTurn)
struct ManifestTests {
    @Test("the system libraries are the README's two packages, and need no pkg-config")
    func systemLibraries() throws {
        let system = try PackageDump.ofBuoy.get().targets.filter { $0.type == "system" }
        let packages = system.flatMap { $0.providers ?? [] }.flatMap { $0.apt ?? [] }.joined()
        #expect(packages.sorted() == ["libncursesw5-dev", "libssl-dev"])
        #expect(system.compactMap(\.pkgConfig) == [])
        let commands = try Repository.text("README.md")
            .matches(of: /(?s)<!-- command: [a-z]+ -->\n```sh\n(.*?)\n```\n/).map(\.1)
        #expect(commands.count == 2)
        for command in commands {
            #expect(command.contains(" libncursesw5-dev libssl-dev &&"), "\(command)")
        }
    }

    @Test("swift run starts buoy: nothing else is a program")
    func programs() throws {
        let programs = try PackageDump.ofBuoy.get().targets.filter { $0.type == "executable" }
        #expect(programs.map(\.name) == ["buoy"])
    }

    @Test("no target names a dependency twice")
    func dependenciesAreNamedOnce() throws {
        for target in try PackageDump.ofBuoy.get().targets {
            let names = target.dependencies.map(\.name)
            #expect(names.count == Set(names).count, "\(target.name): \(names)")
        }
    }

    @Test("no module that a consumer gets has a name that an app may have")
    func moduleNames() throws {
        let targets = try PackageDump.ofBuoy.get().targets.filter { $0.type != "test" }
        let own = ["Buoy", "Channels", "CBuoy", "CChannels"]
        let taken = targets.map(\.name).filter { name in
            name != "buoy" && !own.contains { name.hasPrefix($0) }
        }
        #expect(taken == [])
    }

    @Test("@testable stands in tests only, because other targets are also built for release")
    func testable() throws {
        let targets = try PackageDump.ofBuoy.get().targets
        let folders =
            targets.filter { $0.type != "test" }.compactMap(\.path)
            + ["Tests/Support/Benchmarks"]
        for folder in folders {
            let users = try Repository.swiftFiles(below: folder).filter {
                try Repository.text($0).contains("@testable import")
            }
            #expect(users == [])
        }
    }

    @Test("the libraries need nothing that only the program fetches")
    func programPackages() throws {
        let manifest = try Repository.text("Package.swift")
        #expect(
            manifest.contains(".default(enabledTraits: [\"Program\"])"))
        let closure = try Manifest().closure(of: [
            "Channels", "ChannelsTesting", "ChannelsHTTPAPI", "ChannelsWebhooks",
            "ChannelsPushNotifications",
        ])
        #expect(closure.contains("ChannelsTransport"))
        let banned: Set = [
            "ArgumentParser", "Configuration", "CoreMetrics", "DequeModule", "OrderedCollections",
            "ServiceLifecycle", "Tracing",
        ]
        #expect(closure.isDisjoint(with: banned), "\(closure.intersection(banned))")
    }

    @Test("the program needs none of the packages that only users of the library ask for")
    func libraryPackages() throws {
        let modules = try Manifest().modules
        let integrations = [
            "ChannelsMetrics": ["CoreMetrics", "ServiceLifecycle"],
            "ChannelsServiceLifecycle": ["ServiceLifecycle"], "ChannelsTracing": ["Tracing"],
            "ChannelsConfiguration": ["Configuration"],
        ]
        let packages = Set(integrations.values.joined())
        for module in modules {
            #expect(module.imports.allSatisfy { integrations[$0] == nil }, "\(module.name)")
            #expect(
                module.imports.filter(packages.contains) == integrations[module.name] ?? [],
                "\(module.name)")
        }
    }

    @Test("there are two traits, and no document names two at once")
    func traits() throws {
        let manifest = try Repository.text("Package.swift")
        let names = manifest.matches(of: /\.trait\(\s*name: "(\w+)"/).map(\.1)
        #expect(names == ["Program", "Integrations"])
        for file in GuideDocumentTests.documents {
            let text = try Repository.text(file)
            for list in text.matches(of: /traits: \[([^\]]*)\]/).map(\.1) {
                #expect(["", "\"Integrations\""].contains(list), "\(file)")
            }
        }
    }

    @Test("NOTICE.md names every package that is linked or offered")
    func licences() throws {
        let page = try Repository.text("NOTICE.md")
        let manifest = try Repository.text("Package.swift")
        let packages = manifest.matches(of: /\.package\(url: "[^"]*\/([^"\/]+)"/).map { $0.1 }
        #expect(packages.count >= 5)
        for package in packages { #expect(page.contains("[\(package)]("), "\(package)") }
    }

    @Test("warnings are errors in .ci/run, and not for everybody")
    func warnings() throws {
        let manifest = try Repository.text("Package.swift")
        let condition = "if Context.environment[\"BUOY_WARNINGS_AS_ERRORS\"] != nil {"
        let parts = manifest.components(separatedBy: ".treatAllWarnings(as: .error)")
        #expect(parts.count == 2)
        #expect(parts.first?.contains(condition) == true)
        #expect(try Repository.text(".ci/run").contains("export BUOY_WARNINGS_AS_ERRORS=1"))
    }
}
