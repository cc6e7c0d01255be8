import BuoyTextScreen

struct ThemeLoader {
    private static let longestChain = 8

    let search: ThemeSearch
    private var files: [ThemeOrigin: ThemeFile] = [:]

    init(search: ThemeSearch) {
        self.search = search
    }

    mutating func theme(_ origin: ThemeOrigin) -> AvailableTheme {
        var own: ThemeFile?
        var unsaid: [Role] = []
        let result: Result<Theme, ThemeError>
        do throws(ThemeError) {
            let file = try self.file(origin)
            own = file
            let merged = try self.merged(file, from: origin)
            unsaid = Role.allCases.filter { merged.roles[$0] == nil }
            result = .success(try merged.theme(id: origin.id))
        } catch {
            result = .failure(error)
        }
        return AvailableTheme(
            id: origin.id, origin: origin, author: own?.author, license: own?.license,
            result: result, unsaid: unsaid)
    }

    private mutating func merged(
        _ file: ThemeFile, from origin: ThemeOrigin
    ) throws(ThemeError) -> ThemeFile {
        var merged = file
        var last = file
        var chain = [origin]
        while let origin = chain.last, let base = last.extends {
            let next = try self.base(base, of: origin)
            guard !chain.contains(next) else {
                let names = (chain + [next]).map(\.id)
                throw ThemeError(base.place, problem: .extendsInCircle(names))
            }
            guard chain.count < Self.longestChain else {
                throw ThemeError(base.place, problem: .extendsTooFar(base.name))
            }
            chain.append(next)
            last = try self.file(next)
            merged = merged.extending(last)
        }
        return merged
    }

    /// A path is relative to the folder of the theme's file, and a name is looked up there first. A
    /// theme that extends its own name extends the next one with that name.
    private func base(
        _ base: ThemeFile.Base, of origin: ThemeOrigin
    ) throws(ThemeError) -> ThemeOrigin {
        if base.name.contains("/") {
            let isAbsolute = base.name.hasPrefix("/")
            return .file(isAbsolute ? base.name : (origin.folder ?? "") + base.name)
        }
        var found = self.search.origins(of: base.name, besides: origin.folder)
        if base.name == origin.id, let own = found.firstIndex(of: origin), own + 1 < found.count {
            found.removeFirst(own + 1)
        }
        guard let next = found.first else {
            throw ThemeError(
                base.place, problem: self.search.notFound(base.name, besides: origin.folder))
        }
        return next
    }

    private mutating func file(_ origin: ThemeOrigin) throws(ThemeError) -> ThemeFile {
        if let file = self.files[origin] { return file }
        let file = try ThemeFile(text: Self.text(of: origin), file: origin.description)
        self.files[origin] = file
        return file
    }

    private static func text(of origin: ThemeOrigin) throws(ThemeError) -> String {
        switch origin {
        case .builtIn(let name): BuiltInThemes.text(of: name) ?? ""
        case .file(let path): try ThemeText.read(path)
        }
    }
}
