import Foundation
import Testing

/// What the manifest promises to whoever builds.
struct ManifestTests {
    @Test("every system library names its package, and the README's commands install it")
    func systemLibraries() throws {
        let manifest = try Repository.text("Package.swift")
        let libraries = manifest.components(separatedBy: ".systemLibrary(").dropFirst()
            // A header of this package.
            .filter { !$0.hasPrefix("name: \"CTextScan\"") }
        #expect(libraries.count == 3)
        let commands = try Repository.text("README.md").split(separator: "\n")
            .filter { $0.contains("apt-get install") && $0.contains("&& swift ") }
        #expect(commands.count == 2)
        for library in libraries {
            let package = try #require(library.firstMatch(of: /\.apt\(\["([^"]+)"\]\)/)).1
            #expect(library.contains("pkgConfig: "))
            for command in commands { #expect(command.contains(" \(package) "), "\(command)") }
        }
        // Without it SwiftPM does not find Debian's libraries, and warns of those that are there.
        for command in commands { #expect(command.contains(" pkg-config ")) }
    }

    @Test("the libraries need nothing that only the program fetches")
    func programPackages() throws {
        let manifest = try Repository.text("Package.swift")
        #expect(
            manifest.contains(".default(enabledTraits: [\"Program\"])"))
        let closure = try Manifest().closure(of: [
            "Channels", "ChannelsTesting", "ChannelsHTTPAPI", "Webhooks", "PushNotifications",
        ])
        #expect(closure.contains("Transport"))
        let banned: Set = [
            "ArgumentParser", "Configuration", "CoreMetrics", "DequeModule", "OrderedCollections",
            "ServiceLifecycle", "TOMLKit", "Tracing",
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
        for file in ["README.md", "docs/library/start.md", "docs/library/migration.md"] {
            let text = try Repository.text(file)
            for list in text.matches(of: /traits: \[([^\]]*)\]/).map(\.1) {
                #expect(["", "\"Integrations\""].contains(list), "\(file)")
            }
        }
    }

    @Test("docs/licences.md names every package that is linked or offered")
    func licences() throws {
        let page = try Repository.text("docs/licences.md")
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
