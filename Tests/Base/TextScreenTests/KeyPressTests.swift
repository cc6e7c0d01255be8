import BuoyTextScreen
import Testing

@Suite("Keys")
struct KeyPressTests {
    @Test(
        "a key has the name that help texts use, and the name finds the key",
        arguments: [
            (.character("u"), "u"), (.character("/"), "/"), (.character(" "), "Space"),
            (.control("L"), "Ctrl-L"), (.control("@"), "Ctrl-Space"), (.control("\\"), "Ctrl-\\"),
            (.alt("x"), "Alt-x"), (.alt(" "), "Alt-Space"), (.function(1), "F1"),
            (.function(12), "F12"), (.pageDown, "PgDn"), (.backTab, "Shift-Tab"), (.escape, "Esc"),
            (.delete, "Del"), (.enter, "Enter"), (.up, "Up"), (.character("F"), "F"),
        ] as [(KeyPress, String)])
    func names(key: KeyPress, name: String) {
        #expect(key.name == name)
        #expect(KeyPress(name: name) == key)
    }

    @Test(
        "long names and small letters are understood",
        arguments: [
            ("Delete", .delete), ("PageUp", .pageUp), ("Escape", .escape),
            ("Ctrl-l", .control("L")),
        ] as [(String, KeyPress)])
    func otherNames(name: String, key: KeyPress) {
        #expect(KeyPress(name: name) == key)
    }

    @Test(
        "no other name is a key",
        arguments: [
            "", "F0", "F25", "F99999999999999999999", "Ctrl-", "Ctrl-é", "Ctrl-LL", "Alt-",
            "Hyper-x",
        ])
    func unknown(name: String) {
        #expect(KeyPress(name: name) == nil)
    }
}
