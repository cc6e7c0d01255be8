import ChannelsBasics

/// The form of a value in the configuration: what its reader accepts, what its schema says, and
/// what an error asks for. All three are decided in one switch each.
package enum SettingForm: Hashable, Sendable {
    /// A non-empty text, with a typical example if there is one.
    case text(String?)
    /// A string in a special notation: the regular expression for the schema, and a description.
    case written(String, String)
    /// A filter, which may name those of the file.
    case filter
    /// The path of a file; relative paths start at the folder of the configuration.
    case file
    /// A whole number in a range, and its meaning.
    case number(ClosedRange<Int>, String)
    case flag
    /// One of these words.
    case word([String])
    /// A program and its arguments, such as these.
    case program(String)
    /// Strings by name, which may be in files: `name = "value"` or `name = "@FILE"`.
    case fields
    /// Names of channels.
    case channels
    /// The name of a layout of buoy or of the file.
    case layout
    /// The name of the initial layout, which is looked up once the layouts of the file are known.
    case firstLayout
    /// The name of a theme, or the path of its file.
    case theme
    /// A theme, or one for each background.
    case themes
    /// `"auto"`, `true` or `false`.
    case automaticFlag
    /// `"auto"` or a whole number.
    case automaticNumber(ClosedRange<Int>)
    /// A number of bytes, or a string such as `"64 MB"`.
    case size(ClosedRange<Int>)

    /// A description of the value, for errors and the documentation.
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

/// A value of the configuration that has the right form. Paths in it can be opened from any folder.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case texts([String])
}

/// A form together with the type of its values, so that a row of a table matches the property that
/// it sets.
package struct SettingKind<Value: Sendable>: Sendable {
    /// The form in the file.
    package let form: SettingForm
    /// The value for the property; `nil` for one of another form.
    package let value: @Sendable (SettingValue) -> Value?

    init(_ form: SettingForm, _ value: @escaping @Sendable (SettingValue) -> Value?) {
        self.form = form
        self.value = value
    }
}

extension SettingKind where Value == String {
    /// A non-empty text, with an example.
    static func text(_ example: String) -> Self { Self.ofText(.text(example)) }
    /// Any non-empty text.
    package static var text: Self { Self.ofText(.text(nil)) }
    /// A filter, as it is written.
    package static var filter: Self { Self.ofText(.filter) }
    /// The path of a file.
    static var file: Self { Self.ofText(.file) }
    /// One of some words.
    static func word(_ words: [String]) -> Self { Self.ofText(.word(words)) }
    /// The name of a layout.
    static var layout: Self { Self.ofText(.layout) }
    /// The name or the path of a theme.
    static var theme: Self { Self.ofText(.theme) }

    private static func ofText(_ form: SettingForm) -> Self {
        Self(form) { if case .text(let text) = $0 { text } else { nil } }
    }
}

extension SettingKind {
    /// A string in a special notation.
    ///
    /// - Parameters:
    ///   - pattern: a regular expression that every such text matches, for the schema.
    ///   - description: what it is, with an example.
    ///   - read: the value of a string; `nil` if it is invalid.
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
    /// One of the words of an enumeration.
    package static var word: Self {
        Self(.word(Value.allCases.map(\.rawValue))) {
            if case .text(let word) = $0 { Value(rawValue: word) } else { nil }
        }
    }
}

extension SettingKind where Value == Int {
    /// A number in a range.
    ///
    /// - Parameter what: what it is, with its article: `a port`.
    package static func number(
        _ range: ClosedRange<Int>, _ what: String = "a whole number"
    ) -> Self {
        Self.ofNumber(.number(range, what))
    }
    /// A number, or `"auto"`.
    package static func automatic(_ range: ClosedRange<Int>) -> Self {
        Self.ofNumber(.automaticNumber(range))
    }
    /// A number of bytes.
    package static func size(_ range: ClosedRange<Int>) -> Self { Self.ofNumber(.size(range)) }

    private static func ofNumber(_ form: SettingForm) -> Self {
        Self(form) { if case .number(let number) = $0 { number } else { nil } }
    }
}

extension SettingKind where Value == Bool {
    /// `true` or `false`.
    package static var flag: Self { Self.ofFlag(.flag) }
    /// `true`, `false` or `"auto"`.
    package static var automatic: Self { Self.ofFlag(.automaticFlag) }

    private static func ofFlag(_ form: SettingForm) -> Self {
        Self(form) { if case .flag(let flag) = $0 { flag } else { nil } }
    }
}

extension SettingKind where Value == [String] {
    /// Strings by name, each as `name=value` or `name=@FILE`.
    static var fields: Self { Self.ofTexts(.fields) }
    /// Names of channels.
    package static var channels: Self { Self.ofTexts(.channels) }
    /// A program and its arguments, such as these in TOML.
    package static func program(_ example: String) -> Self { Self.ofTexts(.program(example)) }

    private static func ofTexts(_ form: SettingForm) -> Self {
        Self(form) { if case .texts(let texts) = $0 { texts } else { nil } }
    }
}
