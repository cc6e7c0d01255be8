import BuoyTOMLFiles
import BuoyTestBasics
import Testing

@Suite("Positions in TOML files")
struct TOMLDocumentTests {
    @Test("a key has its line, and one without has that of the table around it")
    func lines() throws {
        let document = try TOMLDocument(
            "[[a]]\nx.y = 1\n[[a]]\n \"x\" . z = 2\n[b . c]\nd = 3\n[e]\nf = [\n1,\n2 ]\n[b]\n"
                + "\"g.h\" = 4\n'i.j.k'.l = { m = 5 }")
        for (path, line) in [
            ("a", 1), ("a.0", 1), ("a.0.x", 2), ("a.0.x.y", 2), ("a.0.x.q", 2), ("a.1", 3),
            ("a.1.x.z", 4), ("a.2", 1), ("a.x", 1), ("a.-1", 1), ("b", 11), ("b.c", 5),
            ("b.c.d", 6), ("b.c.d.q", 6), ("b.e", 11), ("e.f", 8), ("e.f.0", 9), ("e.f.1", 10),
            ("e.f.2", 8), ("b.g.h", 12), ("b.g", 11), ("b.i.j.k.l", 13), ("b.i.j.k.l.m", 13),
        ] {
            #expect(document.line(of: path) == line, "\(path)")
        }
        for path in ["none", "", ".", "a.", "none.a"] where path != "a." {
            #expect(document.line(of: path) == nil, "\(path)")
        }
        #expect(document.line(of: "a.") == 1)
        #expect(TOMLDocument().line(of: "a") == nil)
    }

    @Test("keys and values have their columns, in characters")
    func columns() throws {
        let root = try TOMLDocument(
            "é.a = 1".replacing("é", with: "'é😀'")
                + "\n  b = [ 'é', 2,\n\t{ c = 3 } ]\n[ d ]\n[[e]]"
        ).root
        func place(_ table: TOMLTable, _ key: String) -> [Int?] {
            let (key, value) = (table.place(of: key), table[key]?.place)
            return [key?.line, key?.column, value?.line, value?.column]
        }
        #expect(place(root, "é😀") == [1, 1, 1, 1])
        #expect(place(try #require(root["é😀"]?.table), "a") == [1, 6, 1, 10])
        #expect(place(root, "b") == [2, 3, 2, 7])
        let list = try #require(root["b"]?.list)
        #expect(list.map(\.place.line) == [2, 2, 3])
        #expect(list.map(\.place.column) == [9, 14, 2])
        #expect(place(try #require(list.last?.table), "c") == [3, 4, 3, 8])
        #expect(place(root, "d") == [4, 3, 4, 3])
        #expect(place(root, "e") == [5, 3, 5, 3])
        #expect(place(root, "f") == [nil, nil, nil, nil])
    }

    @Test("a character of a string has a column, if it is written as it is")
    func characters() throws {
        let root = try TOMLDocument(
            "a = 'bc'\nb = \"é\"\nc = '''d'''\nd = \"\"\"\ne\"\"\"\ne = \"\\t\"\nf = '''\n'''\ng = 1\n"
                + "h = '''i\nj'''\ni = \"\"\"\\\n\"\"\""
        ).root
        let columns = root.map { $0.value.column(ofCharacter: 1) }
        #expect(columns == [7, 7, 9, nil, nil, nil, nil, nil, nil])
    }

    @Test("keys are in the order of the file")
    func order() throws {
        let root = try TOMLDocument("z = 1\na.c = 2\n[y]\n[x]\n[a.b]\n").root
        #expect(root.keys == ["z", "a", "y", "x"])
        #expect(root["a"]?.table?.keys == ["c", "b"])
    }
}
