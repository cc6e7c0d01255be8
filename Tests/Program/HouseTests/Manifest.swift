import Foundation

/// What `Package.swift` says of the modules in `Sources`: on which floor each stands, and what it
/// imports.
struct Manifest {
    /// A module of `Sources`.
    struct Module {
        /// Its name, which is that of its folder.
        let name: String
        /// The folder of its floor.
        let floor: String
        /// The modules that it says it imports, those of other packages among them.
        let imports: [String]

        /// The folder from the root.
        var path: String { "Sources/\(self.floor)/\(self.name)" }
    }

    /// The folders of the floors, the lowest first.
    static let floors = ["Base", "Library", "Services", "Screen", "Features", "Program"]

    /// The modules, in the order of the manifest.
    let modules: [Module]

    init() throws {
        let text = try Repository.text("Package.swift")
        // `let logging = product("Logging", of: "swift-log")`
        let products = text.matches(of: /let (\w+) = product\(\s*"(\w+)"/)
        let names = Dictionary(uniqueKeysWithValues: products.map { (String($0.1), String($0.2)) })
        // `let paneFeature: [Target.Dependency] = [ … ]`, which several modules import.
        let lists = text.matches(of: /\nlet (\w+): \[Target\.Dependency\] = \[([^\]]*)\]/)
        let shared = Dictionary(
            uniqueKeysWithValues: lists.map { (String($0.1), String($0.2)) })
        self.modules = Self.floors.flatMap { floor in
            let list =
                text.components(separatedBy: "\nlet \(floor.lowercased()): Modules = [\n")
                .dropFirst().first?.components(separatedBy: "\n]\n").first ?? ""
            return list.matches(of: /"(\w+)":\s+(?:(\w+)\s+\+ )?\[([^\]]*)\]/).map { entry in
                let listed = entry.2.flatMap { shared[String($0)] } ?? ""
                let imports = (listed + entry.3).matches(of: /"?\w+"?/).map { word in
                    let name = word.output.filter { $0 != "\"" }
                    return word.output.hasPrefix("\"") ? name : names[name] ?? name
                }
                return Module(name: String(entry.1), floor: floor, imports: imports)
            }
        }
    }

    /// The modules as the document lists them: the highest floor first.
    var byFloorFromTheTop: [Module] {
        Self.floors.reversed().flatMap { floor in self.modules.filter { $0.floor == floor } }
    }

    /// The module with this name.
    subscript(name: String) -> Module? { self.modules.first { $0.name == name } }

    /// The folder of a module, also of those that are not written in Swift.
    func path(of name: String) -> String { self[name]?.path ?? "Sources/Base/\(name)" }

    /// The modules that are imported by a module, and by those, and so on, with itself.
    func closure(of names: [String]) -> Set<String> {
        var open = names
        var closure: Set<String> = []
        while let name = open.popLast() {
            if closure.insert(name).inserted { open += self[name]?.imports ?? [] }
        }
        return closure
    }
}
