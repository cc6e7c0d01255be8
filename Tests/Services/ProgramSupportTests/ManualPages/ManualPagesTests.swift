import Testing

@testable import BuoyProgramSupport

/// Manual pages, made from what the argument parser says.
struct ManualPagesTests {
    private static let dump = """
        {"command": {"commandName": "ship", "abstract": "Sail ships.", "defaultSubcommand": "sail",
          "arguments": [], "subcommands": [
            {"commandName": "sail", "abstract": "Sail (the default).",
             "discussion": "Needs wind.\\n\\n.TH is no instruction here.\\n\\nExit codes: 0 arrived.",
             "arguments": [
               {"kind": "positional", "valueName": "ship", "abstract": "Ships.",
                "isRepeating": true, "isOptional": true, "names": []},
               {"kind": "option", "valueName": "knots", "abstract": "The speed.",
                "sectionTitle": "Motion", "defaultValue": "5",
                "names": [{"kind": "short", "name": "s"}, {"kind": "long", "name": "speed"}]},
               {"kind": "flag", "abstract": "Don't sail back.", "allValues": ["a", "b"],
                "names": [{"kind": "long", "name": "one-way"}]},
               {"kind": "flag", "abstract": "Use oars.", "sectionTitle": "Motion",
                "names": [{"kind": "long", "name": "oars"}]},
               {"kind": "flag", "abstract": "Use oars.", "sectionTitle": "Motion",
                "names": [{"kind": "long", "name": "no-oars"}]},
               {"kind": "flag", "abstract": "Secret.", "shouldDisplay": false,
                "names": [{"kind": "long", "name": "secret"}]}]},
            {"commandName": "fleet", "abstract": "Sail many.", "arguments": [], "subcommands": [
               {"commandName": "join", "abstract": "Join ships.", "discussion": "At sea.",
                "arguments": [
                  {"kind": "positional", "valueName": "ship", "abstract": "Which.",
                   "isRepeating": true, "names": []},
                  {"kind": "positional", "valueName": "port", "abstract": "Where.",
                   "isOptional": true, "names": []}]}]},
            {"commandName": "sink", "abstract": "Hidden.", "shouldDisplay": false, "arguments": []},
            {"commandName": "help", "abstract": "Help.", "arguments": []}]},
         "serializationVersion": 0}
        """

    private static func pages(_ common: [String: [String]] = [:]) throws -> ManualPages {
        ManualPages(
            try #require(CommandDescription(dump: self.dump)), version: "ship 1.0",
            appendices: ["fleet": "\nFLAGS, in harbour\n  red   stop\n\nMORE\n  blue  go"],
            common: common,
            sections: [
                ManualSection("Files", [.init("~/.ship", "The log.")]),
                ManualSection("Keys", text: "Flush text\n\nSAILS\n  u  up\n\nOARS\n  r  row\n"),
            ])
    }

    @Test("the page of the program is that of its default command")
    func main() throws {
        #expect(
            try Self.pages().main
                == ManualPages.Page(
                    file: "ship.1",
                    text: #"""
                        .TH "SHIP" 1 "" "ship 1.0" "User Commands"
                        .nh
                        .ad l
                        .SH "NAME"
                        ship \- Sail ships
                        .SH "SYNOPSIS"
                        .br
                        \fBship [OPTIONS] [SHIP …]\fR
                        .br
                        \fBship COMMAND [OPTIONS]\fR
                        .SH "DESCRIPTION"
                        .PP
                        Needs wind.
                        .PP
                        \&.TH is no instruction here.
                        .SH "COMMANDS"
                        .TP
                        \fBfleet\fR
                        Sail many. See ship\-fleet(1).
                        .SH "ARGUMENTS"
                        .TP
                        \fB[SHIP …]\fR
                        Ships.
                        .SH "OPTIONS"
                        .TP
                        \fB\-\-one\-way\fR
                        Don\(aqt sail back. Values: a, b.
                        .SS "Motion"
                        .TP
                        \fB\-s, \-\-speed\fR \fIknots\fR
                        The speed. The default is 5.
                        .TP
                        \fB\-\-oars, \-\-no\-oars\fR
                        Use oars.
                        .SH "FILES"
                        .TP
                        \fB\(ti/.ship\fR
                        The log.
                        .SH "KEYS"
                        .nf
                        Flush text
                        .fi
                        .SS "SAILS"
                        .nf
                          u  up
                        .fi
                        .SS "OARS"
                        .nf
                          r  row
                        .fi
                        .SH "EXIT STATUS"
                        .PP
                        0 arrived.
                        .SH "SEE ALSO"
                        .PP
                        ship\-fleet(1)

                        """#))
    }

    @Test("a command has a page, with the commands below it and what its help appends")
    func command() throws {
        let pages = try Self.pages().all
        #expect(pages.map(\.file) == ["ship.1", "ship-fleet.1"])
        let text = try #require(pages.last).text
        #expect(text.contains("\\fBship fleet COMMAND [OPTIONS]\\fR\n"))
        #expect(text.contains(".SS \"ship fleet join [OPTIONS] SHIP … [PORT]\"\n"))
        #expect(text.contains(".PP\nJoin ships.\n.PP\nAt sea.\n.TP\n\\fBSHIP …\\fR\nWhich.\n"))
        #expect(text.contains(".SH \"FLAGS, IN HARBOUR\"\n.nf\n  red   stop\n.fi\n.SH \"MORE\"\n"))
    }

    @Test("the options of the short help come first, and the others below a heading")
    func common() throws {
        let text = try Self.pages(["ship": ["speed"]]).main.text
        let options = try #require(text.firstRange(of: ".SH \"OPTIONS\"\n.SS \"Motion\"\n.TP\n"))
        let rest = try #require(text.firstRange(of: ".SH \"MORE OPTIONS\"\n.TP\n"))
        #expect(text[options.upperBound..<rest.lowerBound].contains("speed"))
        #expect(!text[options.upperBound..<rest.lowerBound].contains("oars"))
        #expect(text[rest.upperBound...].contains("one\\-way"))
        #expect(text[rest.upperBound...].contains(".SS \"Motion\"\n.TP\n\\fB\\-\\-oars"))
    }

    @Test(
        "no text is an instruction",
        arguments: [
            (".so x", "\\&.so x"), ("'br", "\\(aqbr"), ("\\fB", "\\efB"), ("a-b", "a\\-b"),
            ("`~^`", "\\(ga\\(ti\\(ha\\(ga"), ("e.g.", "e.g."), ("\"x", "\\&\"x"),
        ])
    func escaping(text: String, expected: String) {
        #expect(Roff.escaped(text) == expected)
    }

    @Test("something else is not described")
    func garbage() {
        #expect(CommandDescription(dump: "") == nil)
        #expect(CommandDescription(dump: "{\"command\": {}}") == nil)
    }
}
