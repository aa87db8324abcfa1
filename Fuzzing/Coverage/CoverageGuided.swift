#if KAMMERTON_LIBFUZZER
  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The target that this process fuzzes; the environment names it.
  private let chosenTarget: FuzzTarget = {
    let name = getenv("KAMMERTON_FUZZ_TARGETS").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      fatalError("KAMMERTON_FUZZ_TARGETS must name a target")
    }
    return target
  }()

  /// What libFuzzer calls first. With `KAMMERTON_FUZZ_CORPUS` it writes the seeds of all targets into
  /// that directory, with dictionaries and a list of names and longest inputs, and ends.
  @_cdecl("LLVMFuzzerInitialize")
  public func initializeFuzzer(
    _ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let directory = getenv("KAMMERTON_FUZZ_CORPUS").map({ String(cString: $0) }) else {
      return 0
    }
    var list = ""
    for target in FuzzTarget.all {
      mkdir("\(directory)/\(target.name)", 0o755)
      for (index, seed) in target.seeds().enumerated() {
        save(seed, "\(directory)/\(target.name)/seed-\(index)")
      }
      save(dictionary(target.words), "\(directory)/\(target.name).dict")
      list += "\(target.name) \(target.longestInput)\n"
    }
    save(Array(list.utf8), "\(directory)/targets")
    exit(0)
  }

  /// What libFuzzer calls for each input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    _ = chosenTarget.read(Array(UnsafeBufferPointer(start: start, count: size)))
    return 0
  }

  /// One quoted word a line, with all bytes escaped.
  private func dictionary(_ words: [String]) -> [UInt8] {
    words.flatMap { word in
      let escaped = word.utf8.map { byte in
        "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return Array("\"\(escaped.joined())\"\n".utf8)
    }
  }

  private func save(_ bytes: [UInt8], _ path: String) {
    guard let file = fopen(path, "wb") else { fatalError("\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
#endif
