import Glibc

package enum Environment {
    package static let current: [String: String] = {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let separator = text.firstIndex(of: "=") {
                variables[String(text[..<separator])] =
                    String(text[text.index(after: separator)...])
            }
            next += 1
        }
        return variables
    }()

    package static var folder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
