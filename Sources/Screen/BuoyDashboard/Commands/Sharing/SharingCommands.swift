import BuoyTextScreen
import ChannelsEventWords

extension Command {
    static let sharingCommands: [Command] = [
        copy, copyAs, export, plainDump, saveScreen, recordScreen, copyDiagnosis,
    ]

    static let copy: Command = .init(
        "copy", .sharing, keys: ["y"], title: "Copy", hint: "copy",
        summary:
            "Copies the selection, or selected rows, to the terminal's clipboard: their data, or as "
            + "JSON, curl for the HTTP API, Swift, Laravel Echo, JavaScript or PHP.",
        argument: .choice(
            CopyForm.allCases.map(\.rawValue).joined(separator: "|") + "|as|diagnosis",
            of: "format", names: { _ in CopyForm.allCases.map(\.rawValue) },
            perform: { $0.copy(as: $1) }),
        unavailable: { $0.nothingToCopyReason },
        perform: { $0.copy(as: CopyForm.plain.rawValue) })

    static let copyAs: Command = .init(
        "copy as", .sharing, keys: ["Y"], title: "Copy as",
        summary: "Lists the formats to copy in.",
        unavailable: { $0.nothingToCopyReason },
        change: { $0.open(.copyForms) })

    static let export: Command = .init(
        "export", .sharing, keys: [.inAll(except: [.connection], .character("e"))], title: "Export",
        hint: "export",
        summary:
            "Writes the events that match the filter to a \(EventExport.Format.usualEndings) file: "
            + "all, the selected rows, or a range: \(ExportRange.forms.joined(separator: ", ")).",
        argument: .words(
            "FILE [RANGE]",
            asks: "file name that ends in \(SafeText(ours: EventExport.Format.usualEndings))",
            names: { $1.isEmpty ? [] : ExportRange.forms },
            perform: { try $0.export($1) }),
        unavailable: { $0.noRowsReason },
        change: { $0.open(.export(.export, "events", dated: $0.datedName("events"))) })

    static let plainDump: Command = .init(
        "plain-dump", .sharing, keys: [], title: "Plain rows",
        summary:
            "Leaves the dashboard and prints the rows of Events, so that you can select them "
            + "in the terminal.",
        unavailable: { $0.noRowsReason },
        perform: { [.terminal(.showPlain($0.plainRows))] })

    static let saveScreen: Command = .init(
        "save-screen", .sharing, keys: [], title: "Save the screen",
        summary: "Writes the screen to a file: a picture (.svg), text with colours (.ans) or "
            + "text.",
        argument: .words(
            "FILE", asks: "file name that ends in .svg, .ans or .txt",
            perform: { _, path in
                let path = path.trimmingSpaces
                guard path.isEmpty || ScreenText.Form.isKnown(path) else {
                    throw PromptRefusal(text: "the file name must end in .svg, .ans or .txt")
                }
                return [.file(.saveScreen(path: path, overwrites: false))]
            }),
        change: { $0.open(.export(.saveScreen, "the screen", dated: "a dated .txt file")) })

    static let recordScreen: Command = .init(
        "record-screen", .sharing, keys: [], title: "Record the screen",
        summary: "Starts a moving picture of the screen; again, or at its limit, writes it to an "
            + ".svg file.",
        argument: .words(
            "FILE", asks: "file name that ends in .svg",
            perform: { state, path in
                guard path.trimmingSpaces.lowercased().hasSuffix(".svg") else {
                    throw PromptRefusal(text: "the file name must end in .svg")
                }
                return [.file(.recordScreen(path: path.trimmingSpaces))]
            }),
        synonyms: ["film", "screencast", "animation", "gif"],
        perform: { _ in [.file(.recordScreen(path: ""))] })

    static let copyDiagnosis: Command = .init(
        "copy diagnosis", .sharing, keys: [.init(.control("Y"))], title: "Copy a diagnosis",
        summary: "Copies the details for a bug report, without names, data or secrets.",
        perform: { [.terminal(.copy(Diagnosis.text(of: $0), of: "a diagnosis"))] })
}

extension DashboardState {
    fileprivate var nothingToCopyReason: String? {
        self.copySubject == nil ? "nothing copyable is selected" : nil
    }

    var noRowsReason: String? {
        self.events.count == 0 ? "Events shows no rows" : nil
    }
}
