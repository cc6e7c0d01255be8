/// The library products of `Package.swift`, and the modules that their users can see.
struct LibraryProducts {
    /// The part of a module that a product is the first to show.
    struct Module {
        let name: String
        /// The types that the product shows; `nil` for all.
        let types: Set<String>?
        /// The types that an earlier product shows.
        let elsewhere: Set<String>

        func shows(_ type: String) -> Bool {
            self.types?.contains(type) != false && !self.elsewhere.contains(type)
        }
    }

    /// A product.
    struct Product {
        let name: String
        /// The modules that this product is the first to show, whole or in part.
        let modules: [Module]
        /// The modules that earlier products show, each with the first of these products.
        let shownElsewhere: [(module: String, product: String)]
    }

    let products: [Product]

    /// The names of all modules that any product shows.
    var modules: [String] { Set(self.products.flatMap(\.modules).map(\.name)).sorted() }

    init() throws {
        let manifest = try Manifest()
        let text = try Repository.text("Package.swift")
        var homes: [(module: String, types: Set<String>?, product: String)] = []
        var products: [Product] = []
        for match in text.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/) {
            let name = String(match.1)
            let targets = match.2.matches(of: /\w+/).map { String($0.output) }
            let visible = try Self.visible(targets, manifest).sorted { $0.key < $1.key }
            let earlier = homes
            let modules = visible.compactMap { module, types -> Module? in
                let known = earlier.filter { $0.module == module }
                let elsewhere = Set(known.flatMap { $0.types ?? [] })
                guard !known.contains(where: { $0.types == nil }),
                    types.map({ $0.isSubset(of: elsewhere) }) != true
                else { return nil }
                homes.append((module, types, name))
                return Module(name: module, types: types, elsewhere: elsewhere)
            }
            let shownElsewhere = visible.compactMap { module, _ in
                earlier.first { $0.module == module }.map { (module, $0.product) }
            }
            products.append(
                Product(name: name, modules: modules, shownElsewhere: shownElsewhere))
        }
        self.products = products
    }

    /// These modules and everything they export: some types of a module, or `nil` for all of it.
    private static func visible(
        _ targets: [String], _ manifest: Manifest
    ) throws -> [String: Set<String>?] {
        var visible: [String: Set<String>?] = [:]
        var open = targets
        while let module = open.popLast() {
            // The whole module has been read already.
            if case .some(.none) = visible[module] { continue }
            visible[module] = .some(nil)
            for file in try Repository.swiftFiles(below: manifest.path(of: module)) {
                let text = try Repository.text(file)
                guard text.contains("@_exported") else { continue }
                let whole = /@_exported public import (\w+)\n/
                open += text.matches(of: whole).map { String($0.1) }
                for type in text.matches(of: /@_exported public import \w+ (\w+)\.(\w+)/) {
                    let module = String(type.1)
                    if case .some(.none) = visible[module] { continue }
                    visible[module] = (visible[module] ?? [])?.union([String(type.2)])
                }
            }
        }
        return visible
    }
}
