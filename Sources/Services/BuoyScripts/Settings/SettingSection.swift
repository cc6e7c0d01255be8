/// A section of the configuration that a part of the program provides: the form of its keys, and
/// the rules for their combinations. Its reader, its schema and `buoy config --print-default` are
/// made from it.
package struct SettingSection: Sendable {
    /// How it is written.
    package enum Shape: Hashable, Sendable {
        /// `[name]`
        case table
        /// `[[name]]` above each of several tables: what a table is, and its name before its
        /// number.
        case list(each: String, named: String)
    }

    /// A key that is missing, or that conflicts with others.
    package struct Misfit: Hashable, Sendable {
        /// The key; `nil` for the table.
        package let key: String?
        /// What it must be.
        package let expected: String

        /// - Parameter expected: after "must be".
        package init(_ key: String?, _ expected: String) {
            self.key = key
            self.expected = expected
        }
    }

    /// The name of the table.
    package let name: String
    /// How it is written.
    package let shape: Shape
    /// Its keys, in the order of the schema.
    package let keys: [SectionRow]
    /// The keys of which a table has exactly one; empty if there aren't any.
    package let alternatives: [String]
    /// The errors of a table whose values have the right form.
    package let misfits: @Sendable (SectionTable) -> [Misfit]
    /// The comment about it in the printed configuration.
    package let template: String

    package init(
        _ name: String, _ shape: Shape, keys: [SectionRow], alternatives: [String],
        template: String, misfits: @escaping @Sendable (SectionTable) -> [Misfit]
    ) {
        self.name = name
        self.shape = shape
        self.keys = keys
        self.alternatives = alternatives
        self.template = template
        self.misfits = misfits
    }
}

/// A key of a section, with the type of its value.
package struct SectionKey<Value: Sendable>: Sendable {
    package let name: String
    /// The form and the type of the value.
    let kind: SettingKind<Value>
    /// A sentence for editors.
    let summary: String

    package init(_ name: String, _ kind: SettingKind<Value>, _ summary: String) {
        self.name = name
        self.kind = kind
        self.summary = summary
    }

    package var row: SectionRow {
        let kind = self.kind
        return SectionRow(
            name: self.name, form: kind.form, summary: self.summary,
            accepts: { kind.value($0) != nil })
    }
}

/// A key of a section, for its reader and its schema.
package struct SectionRow: Sendable {
    package let name: String
    /// The form of the value.
    package let form: SettingForm
    /// A sentence for editors.
    package let summary: String
    /// Whether a value of that form can be used.
    package let accepts: @Sendable (SettingValue) -> Bool
}

/// The values of a table of a section.
package struct SectionTable: Hashable, Sendable {
    /// The names of its keys, including those with invalid values.
    package let given: Set<String>
    /// The valid values.
    package var values: [String: SettingValue] = [:]

    /// Creates a table with keys whose values have not been read.
    package init(given: Set<String>) { self.given = given }

    /// The value of a key; `nil` if it is missing or invalid.
    package subscript<Value>(key: SectionKey<Value>) -> Value? {
        self.values[key.name].flatMap { key.kind.value($0) }
    }
}
