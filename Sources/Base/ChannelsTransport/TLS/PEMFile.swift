import ChannelsBasics

/// Certificates and a key in PEM.
package struct PEMFile {
    let path: String
    let bytes: [UInt8]

    /// In bytes; twenty times the usual file of all CA certificates of the web.
    static let sizeLimit = 4 << 20

    init(_ path: String) throws(TransportError) {
        self.path = path
        do throws(UserFile.Failure) {
            self.bytes = try UserFile.read(path, limit: Self.sizeLimit).bytes
        } catch {
            throw .tlsSettings(FileProblem.cannot(.read, path, reason: error.description))
        }
    }

    /// Why a file cannot be read; `nil` if it can. Its content is not checked.
    package static func unreadableReason(_ path: String) -> String? {
        do throws(UserFile.Failure) {
            _ = try UserFile.read(path, limit: Self.sizeLimit)
            return nil
        } catch {
            return error.description
        }
    }
}
