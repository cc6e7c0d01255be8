/// The library products of `Package.swift`, and the modules that their users can see.
struct LibraryProducts {
    /// A product.
    struct Product {
        let name: String
        /// The modules that this product is the first to show.
        let modules: [String]
        /// The others, with the product that shows each first.
        let shownElsewhere: [(module: String, product: String)]
    }

    let products: [Product]

    init() throws {
        let manifest = try Manifest()
        let text = try Repository.text("Package.swift")
        var home: [String: String] = [:]
        var products: [Product] = []
        for match in text.matches(of: /\.library\(\s*name: "(\w+)",\s*targets: \[([^\]]*)\]/) {
            let name = String(match.1)
            let targets = match.2.matches(of: /\w+/).map { String($0.output) }
            let modules = try Self.visible(targets, manifest)
            for module in modules where home[module] == nil { home[module] = name }
            products.append(
                Product(
                    name: name, modules: modules.filter { home[$0] == name },
                    shownElsewhere: modules.compactMap { module in
                        home[module].flatMap { $0 == name ? nil : (module, $0) }
                    }))
        }
        self.products = products
    }

    /// These modules, and those that they export in turn.
    private static func visible(_ targets: [String], _ manifest: Manifest) throws -> [String] {
        var visible: [String] = []
        var open = targets
        while let module = open.popLast() {
            guard !visible.contains(module) else { continue }
            visible.append(module)
            for file in try Repository.swiftFiles(below: manifest.path(of: module)) {
                let text = try Repository.text(file)
                guard text.contains("@_exported") else { continue }
                open += text.matches(of: /@_exported public import (\w+)/).map { String($0.1) }
            }
        }
        return visible.sorted()
    }
}
