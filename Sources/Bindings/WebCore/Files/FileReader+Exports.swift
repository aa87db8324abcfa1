@_cdecl("files_create")
func createFileReader() -> UnsafeMutableRawPointer { handle(FileReader()) }

/// Room for a file of so many bytes; `nil` if it is too large.
@_cdecl("files_input")
func fileInput(_ reader: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  let reader = object(reader) as FileReader
  return reader.prepare(Int(count)) ? reader.inputAddress : nil
}

@_cdecl("files_read_scale")
func readScale(_ reader: UnsafeMutableRawPointer) -> Int32 {
  (object(reader) as FileReader).readScale() ? 1 : 0
}

@_cdecl("files_read_mapping")
func readMapping(_ reader: UnsafeMutableRawPointer) -> Int32 {
  (object(reader) as FileReader).readMapping() ? 1 : 0
}

@_cdecl("files_read_instruments")
func readInstruments(_ reader: UnsafeMutableRawPointer) -> Int32 {
  (object(reader) as FileReader).readInstruments() ? 1 : 0
}

@_cdecl("files_divide")
func divideOctave(_ reader: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
  (object(reader) as FileReader).divide(into: Int(count)) ? 1 : 0
}

@_cdecl("files_fields")
func fileFields(_ reader: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(reader) as FileReader).fields.address
}

@_cdecl("files_degrees")
func fileDegrees(_ reader: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(reader) as FileReader).degrees.address
}

@_cdecl("files_text")
func fileText(_ reader: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(reader) as FileReader).text.address
}
