import Foundation

private let reader = ProcessInfo.processInfo.environment["FUZZ"].flatMap(FuzzedReader.init)

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let reader else {
        let names = FuzzedReader.allCases.map(\.rawValue).joined(separator: ", ")
        say("FUZZ must be one of \(names)")
        exit(2)
    }
    do throws(FuzzedReader.Disagreement) {
        try reader.read(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        say("\(error)")
        abort()
    }
    return 0
}

private func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
