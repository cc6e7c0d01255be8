import CChannelsOpenSSL

enum SHA1 {
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        buoy_SHA1(bytes, bytes.count, &digest)
        return digest
    }
}
