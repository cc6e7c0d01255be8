import BuoyTOMLFiles

/// Values as the text of an inline table: `{a = 1, b = ["x", 1.0]}`.
enum TOMLPlain {
    static func text(_ table: TOMLTable) -> String {
        let members = table.map { "\(TOMLText.key($0.key)) = \(Self.text($0.value))" }
        return "{" + members.joined(separator: ", ") + "}"
    }

    static func text(_ node: TOMLNode) -> String {
        switch node.content {
        case .text(let text): TOMLText.quoted(text)
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .time(let time): time
        case .list(let list): "[" + list.map(Self.text).joined(separator: ", ") + "]"
        case .table(let table): Self.text(table)
        }
    }
}
