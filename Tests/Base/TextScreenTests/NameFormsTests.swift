import Testing

@testable import BuoyTextScreen

@Suite("Names in a column")
struct NameFormsTests {
    @Test("a name of any length, with any number of parts, is looked at up to a bound")
    func hostile() {
        let names = (0..<20).map {
            NameForms.Name(String(repeating: "a.", count: 500_000) + "\($0)")
        }
        #expect(names.allSatisfy { $0.text.utf8.count == 512 })
        #expect(NameColumn(NameForms(names), .short, width: 20).text(of: names[0]).width <= 20)
    }

    private static func texts(_ names: [String], _ width: Int) -> [String] {
        let names = names.map { NameForms.Name($0) }
        let column = NameColumn(names, width: width)
        return names.map { column.text(of: $0).string }
    }

    @Test("names that fit are whole")
    func whole() {
        #expect(Self.texts(["orders.paid", "x"], 11) == ["orders.paid", "x"])
    }

    @Test(
        "what names share is left out, if one of them is too long",
        arguments: [
            ([#"App\Events\Paid"#, #"App\Events\Shipped"#], 15, [#"…\Paid"#, #"…\Shipped"#]),
            (
                [#"App\Foo\Changed"#, #"App\Bar\Changed"#], 14,
                [#"…\Foo\Changed"#, #"…\Bar\Changed"#]
            ),
            (["shop.order.paid", "shop.order.sent"], 14, ["…order.paid", "…order.sent"]),
            (["App.Models.User.1", "App.Models.User.42"], 17, ["…User.1", "…User.42"]),
            (["orders.17", "orders.18"], 8, ["ord…s.17", "ord…s.18"]),
        ])
    func shared(names: [String], width: Int, expected: [String]) {
        #expect(Self.texts(names, width) == expected)
    }

    @Test("a class that is still too long has one ellipsis")
    func one() {
        let names = [#"App\Events\OrderShipmentCreated"#, #"App\Events\OrderShipmentCancelled"#]
        #expect(Self.texts(names, 13) == ["OrderS…reated", "OrderS…celled"])
    }

    @Test("a mark replaces the start of a name, before anything is left out")
    func marks() {
        let name = NameForms.Name("private-shop.user.7", prefix: "private-", mark: "#")
        func text(_ width: Int) -> String { NameColumn([name], width: width).text(of: name).string }
        #expect(text(19) == "private-shop.user.7")
        #expect(text(13) == "# shop.user.7")
        #expect(text(12) == "#…user.7")
    }

    @Test("what is still too long is cut where the names differ")
    func cut() {
        let column = Self.texts(["order-paid-aaaaaaaaa", "order-sent-aaaaaaaaa"], 9)
        #expect(column == ["…er-paid…", "…er-sent…"])
    }

    @Test("a removed name takes no part any more")
    func removed() {
        let (first, second) = (NameForms.Name("eu.shop.paid"), NameForms.Name("us.shop.paid"))
        var forms = NameForms([first, second])
        #expect(forms.form(of: first, .short).string == "eu.shop.paid")
        forms.remove(second)
        #expect(forms.form(of: first, .short).string == "…shop.paid")
    }
}
