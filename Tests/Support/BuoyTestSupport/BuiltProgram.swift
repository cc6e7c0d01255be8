import Foundation

/// The program beside the tests that run: both are products of one build.
package enum BuiltProgram {
    /// Where it is.
    package static let path: String = {
        // The test runner stands in the folder of the products, or in a bundle in it.
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appending(path: "buoy").path(percentEncoded: false)
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder = folder.deletingLastPathComponent()
        }
        return Self.beside(#filePath)
    }()

    private static func beside(_ file: String) -> String {
        URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(
                path: ".build/debug/buoy"
            )
            .path(percentEncoded: false)
    }
}
