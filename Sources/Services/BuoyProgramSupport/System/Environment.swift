import ChannelsBasics
import Glibc

package enum Environment {
    package static let current: [String: String] = {
        var variables: [String: String] = [:]
        for text in ProcessEnvironment.entries {
            if let separator = text.firstIndex(of: "=") {
                variables[String(text[..<separator])] =
                    String(text[text.index(after: separator)...])
            }
        }
        return variables
    }()

    package static var folder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
