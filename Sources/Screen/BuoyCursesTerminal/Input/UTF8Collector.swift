/// Assembles characters from bytes as they arrive. Only bytes that are not UTF-8 are dropped.
struct UTF8Collector {
    private var bytes: [UInt8] = []
    private var length = 0

    var isUnfinished: Bool { !self.bytes.isEmpty }

    mutating func received(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x00..<0x80:
            self.bytes = []
            return Unicode.Scalar(byte)
        case 0x80..<0xC0:
            guard self.isUnfinished else { return nil }
            self.bytes.append(byte)
            return self.bytes.count == self.length ? self.finished() : nil
        default:
            self.length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            self.bytes = byte < 0xF8 ? [byte] : []
            return nil
        }
    }

    private mutating func finished() -> Unicode.Scalar? {
        defer { self.bytes = [] }
        let scalars = String(validating: self.bytes, as: UTF8.self)?.unicodeScalars
        return scalars?.first
    }
}
