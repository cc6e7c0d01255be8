import CChannelsOpenSSL

/// Untrusted text from the peer's certificate, for error messages.
enum CertificateNames {
    /// DNS names and IP addresses of the subjectAltName, in order.
    static func collect(_ certificate: OpaquePointer) -> [String] {
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else {
            return []
        }
        let names = OpaquePointer(found)
        defer { GENERAL_NAMES_free(names) }
        return (0..<max(0, buoy_GENERAL_NAME_count(names))).compactMap { index in
            guard let name = buoy_GENERAL_NAME_at(names, index) else { return nil }
            switch name.pointee.type {
            case GEN_DNS: return Self.bytes(name.pointee.d.dNSName).map(Self.text)
            case GEN_IPADD: return Self.bytes(name.pointee.d.iPAddress).map(Self.address)
            default: return nil
            }
        }
    }

    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> String? {
        guard let time, let bio = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(bio) }
        guard ASN1_TIME_print(bio, time) == 1 else { return nil }
        var text = [UInt8](repeating: 0, count: 64)
        var count = 0
        guard BIO_read_ex(bio, &text, text.count, &count) == 1 else { return nil }
        return String(decoding: text.prefix(count), as: UTF8.self)
    }

    private static func bytes(_ string: UnsafePointer<ASN1_STRING>?) -> [UInt8]? {
        guard let string, let start = ASN1_STRING_get0_data(string) else { return nil }
        return Array(
            UnsafeBufferPointer(start: start, count: max(0, Int(ASN1_STRING_length(string)))))
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func address(_ bytes: [UInt8]) -> String {
        if bytes.count == 4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            String(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]), radix: 16)
        }
        return groups.joined(separator: ":")
    }
}
