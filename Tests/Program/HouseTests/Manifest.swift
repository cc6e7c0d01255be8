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

    /// The modules in Swift, in the order of the manifest.
    let modules: [Module]
    /// Those in C.
    let systemModules: [String]

    init() throws {
        let targets = try PackageDump.ofBuoy.get().targets
        self.modules = targets.compactMap { target in
            let parts = target.path?.split(separator: "/").map(String.init) ?? []
            guard parts.count == 3, parts[0] == "Sources", target.type != "system",
                !target.name.hasPrefix("CBuoy")
            else { return nil }
            return Module(
                name: target.name, floor: parts[1], imports: target.dependencies.map(\.name))
        }
        self.systemModules = targets.map(\.name).filter {
            $0.hasPrefix("CBuoy") || $0.hasPrefix("CChannels")
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
