import CChannelsOpenSSL

extension PeerCertificate {
    init?(_ certificate: OpaquePointer) {
        guard let expires = Self.seconds(X509_get0_notAfter(certificate)) else { return nil }
        let names = CertificateNames.collect(certificate)
        self.init(
            subject: Self.name(X509_get_subject_name(certificate)) ?? names.first ?? "(no name)",
            issuer: Self.name(X509_get_issuer_name(certificate)) ?? "(no name)",
            names: names, expires: expires)
    }

    private static func name(_ name: OpaquePointer?) -> String? {
        guard let name else { return nil }
        for part in [NID_commonName, NID_organizationName] {
            var text = [UInt8](repeating: 0, count: 256)
            let count = text.withUnsafeMutableBytes { bytes in
                X509_NAME_get_text_by_NID(
                    name, part, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(bytes.count))
            }
            if count > 0 { return String(decoding: text.prefix(Int(count)), as: UTF8.self) }
        }
        return nil
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var (days, seconds) = (Int32(0), Int32(0))
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Int64(days) * 86_400 + Int64(seconds)
    }
}
