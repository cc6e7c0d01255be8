import ChannelsFoundation

enum LoginPage {
    private static let words: Set<String> = [
        "login", "log-in", "log_in", "signin", "sign-in", "sign_in",
    ]

    /// Without query and fragment, as it may contain a token; `nil` for another page.
    static func path(ofLocation text: String) -> String? {
        guard let path = URL(string: text)?.path(percentEncoded: true) else { return nil }
        let parts = path.split(separator: "/")
        guard let last = parts.firstIndex(where: { Self.words.contains($0.lowercased()) }) else {
            return nil
        }
        let shown = "/" + parts[...last].joined(separator: "/")
        return shown.count <= 60 ? shown : nil
    }
}
