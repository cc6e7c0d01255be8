import BuoyTextScreen
import Glibc

/// ncurses draws with the character type of the C library.
enum TerminalLocale {
    /// If the locale of the environment names UTF-8 but is not installed, as often after SSH,
    /// another UTF-8 locale is used, because ncurses would draw blanks for lines.
    ///
    /// Only the character type is set: numbers keep their decimal point.
    static func setUp(wanted: SafeText.Alphabet?) -> SafeText.Alphabet {
        setlocale(LC_CTYPE, "")
        if wanted == .ascii { return .ascii }
        if Self.isUTF8 { return .unicode }
        guard wanted == .unicode || Self.namesUTF8(Self.effectiveName) else { return .ascii }
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] {
            if setlocale(LC_CTYPE, name) != nil, Self.isUTF8 { return .unicode }
        }
        return .ascii
    }

    static func namesUTF8(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
            || name.contains("utf-8@") || name.contains("utf8@")
    }

    private static var effectiveName: String {
        for variable in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty {
                return value
            }
        }
        return ""
    }

    private static var isUTF8: Bool {
        nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
    }
}
