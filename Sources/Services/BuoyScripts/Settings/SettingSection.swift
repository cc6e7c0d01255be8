/// A section of the configuration, from which its reader, its schema and `buoy config
/// --print-default` are made.
package struct SettingSection: Sendable {
    package enum Shape: Hashable, Sendable {
        /// `[name]`
        case table
        /// `[[name]]` above each of several tables: what a table is, and its name before its
        /// number.
        case list(each: String, named: String)
    }

    /// A key that is missing, or that conflicts with others.
    package struct Misfit: Hashable, Sendable {
        package let key: String?
        package let expected: String

        /// - Parameter expected: after "must be".
        package init(_ key: String?, _ expected: String) {
            self.key = key
            self.expected = expected
        }
    }

    package let name: String
    package let shape: Shape
    package let keys: [SectionRow]
    /// The keys of which a table has exactly one; empty if there aren't any.
    package let alternatives: [String]
    /// The errors of a table whose values have the right form.
    package let misfits: @Sendable (SectionTable) -> [Misfit]
    /// The section's comment in the printed configuration.
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

package struct SectionKey<Value: Sendable>: Sendable {
    package let name: String
    let kind: SettingKind<Value>
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

package struct SectionRow: Sendable {
    package let name: String
    package let form: SettingForm
    package let summary: String
    package let accepts: @Sendable (SettingValue) -> Bool
}

package struct SectionTable: Hashable, Sendable {
    /// The names of its keys, including those with invalid values.
    package let given: Set<String>
    package var values: [String: SettingValue] = [:]

    package init(given: Set<String>) { self.given = given }

    package subscript<Value>(key: SectionKey<Value>) -> Value? {
        self.values[key.name].flatMap { key.kind.value($0) }
    }
}
