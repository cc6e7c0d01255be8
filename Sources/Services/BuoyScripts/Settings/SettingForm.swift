import ChannelsBasics

/// The form of a value in the configuration: what its reader accepts, what its schema says, and
/// what an error asks for. All three are decided in one switch each.
package enum SettingForm: Hashable, Sendable {
    /// A non-empty text, with a typical example if there is one.
    case text(String?)
    /// A string in a special notation: a regular expression for the schema, and a description.
    case written(String, String)
    /// A filter, which may name those of the file.
    case filter
    /// The path of a file; relative paths start at the folder of the configuration.
    case file
    /// The range, and what the number means.
    case number(ClosedRange<Int>, String)
    case flag
    case word([String])
    case program(String)
    /// Strings by name, which may be in files: `name = "value"` or `name = "@FILE"`.
    case fields
    case channels
    case layout
    /// The initial layout, which is looked up once the layouts of the file are known.
    case firstLayout
    case theme
    case themes
    /// `"auto"`, `true` or `false`.
    case automaticFlag
    case automaticNumber(ClosedRange<Int>)
    /// A number of bytes, or a string such as `"64 MB"`.
    case size(ClosedRange<Int>)

    package var expected: String {
        switch self {
        case .text(let example?): "a quoted string, such as \"\(example)\""
        case .text(nil), .filter: "a quoted string"
        case .written(_, let description): description
        case .file: "a file path"
        case .number(let range, let what):
            "\(what) from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .word(let words): words.map { "\"\($0)\"" }.listed()
        case .program(let example): "a program and its arguments, such as \(example)"
        case .fields: "a table of strings, such as { Authorization = \"@token.txt\" }"
        case .channels: "a list of channel names"
        case .layout, .firstLayout: "a layout name"
        case .theme: "a theme name or a path"
        case .themes: "a theme name, a path, or { dark = \"…\", light = \"…\" }"
        case .automaticFlag: "\"auto\", true or false"
        case .automaticNumber(let range):
            "\"auto\", or a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .size(let range):
            "a size from \(ByteSize(bytes: range.lowerBound).text) to "
                + "\(ByteSize(bytes: range.upperBound).text), such as \"64 MiB\""
        }
    }
}

/// A value of the right form, in which paths can be opened from any folder.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case texts([String])
}

/// A form together with the type of its values, so that a row of a table matches the property that
/// it sets.
package struct SettingKind<Value: Sendable>: Sendable {
    package let form: SettingForm
    package let value: @Sendable (SettingValue) -> Value?

    init(_ form: SettingForm, _ value: @escaping @Sendable (SettingValue) -> Value?) {
        self.form = form
        self.value = value
    }
}

extension SettingKind where Value == String {
    static func text(_ example: String) -> Self { Self.ofText(.text(example)) }
    package static var text: Self { Self.ofText(.text(nil)) }
    package static var filter: Self { Self.ofText(.filter) }
    static var file: Self { Self.ofText(.file) }
    static func word(_ words: [String]) -> Self { Self.ofText(.word(words)) }
    static var layout: Self { Self.ofText(.layout) }
    static var theme: Self { Self.ofText(.theme) }

    private static func ofText(_ form: SettingForm) -> Self {
        Self(form) { if case .text(let text) = $0 { text } else { nil } }
    }
}

extension SettingKind {
    /// - Parameter pattern: a regular expression that every such text matches, for the schema.
    package static func written(
        _ pattern: String, _ description: String, _ read: @escaping @Sendable (String) -> Value?
    ) -> Self {
        Self(.written(pattern, description)) {
            if case .text(let text) = $0 { read(text) } else { nil }
        }
    }
}

extension SettingKind where Value == Duration {
    package static var duration: Self {
        Self.written(
            "^[0-9]+(ms|s|m|h)$", "a duration, such as \"30s\" or \"5m\""
        ) { Duration(typed: $0) }
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    package static var word: Self {
        Self(.word(Value.allCases.map(\.rawValue))) {
            if case .text(let word) = $0 { Value(rawValue: word) } else { nil }
        }
    }
}

extension SettingKind where Value == Int {
    /// - Parameter what: with its article: `a port`.
    package static func number(
        _ range: ClosedRange<Int>, _ what: String = "a whole number"
    ) -> Self {
        Self.ofNumber(.number(range, what))
    }
    package static func automatic(_ range: ClosedRange<Int>) -> Self {
        Self.ofNumber(.automaticNumber(range))
    }
    package static func size(_ range: ClosedRange<Int>) -> Self { Self.ofNumber(.size(range)) }

    private static func ofNumber(_ form: SettingForm) -> Self {
        Self(form) { if case .number(let number) = $0 { number } else { nil } }
    }
}

extension SettingKind where Value == Bool {
    package static var flag: Self { Self.ofFlag(.flag) }
    package static var automatic: Self { Self.ofFlag(.automaticFlag) }

    private static func ofFlag(_ form: SettingForm) -> Self {
        Self(form) { if case .flag(let flag) = $0 { flag } else { nil } }
    }
}

extension SettingKind where Value == [String] {
    /// Strings by name, each as `name=value` or `name=@FILE`.
    static var fields: Self { Self.ofTexts(.fields) }
    package static var channels: Self { Self.ofTexts(.channels) }
    /// - Parameter example: in TOML.
    package static func program(_ example: String) -> Self { Self.ofTexts(.program(example)) }

    private static func ofTexts(_ form: SettingForm) -> Self {
        Self(form) { if case .texts(let texts) = $0 { texts } else { nil } }
    }
}
