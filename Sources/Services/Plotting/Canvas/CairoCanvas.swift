internal import CCairo

/// A cairo canvas, for pixels and print.
final class CairoCanvas: PlotCanvas {
  /// Pixels per point in each direction.
  static let scale = 2.0

  private let format: PlotFormat
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let sink = ByteSink()

  /// - Parameters:
  ///   - format: `png` or `pdf`.
  ///   - size: In points.
  ///   - title: The title in the metadata of a PDF.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  init(format: PlotFormat, size: Size, title: String) throws(PlotError) {
    self.format = format
    let closure = Unmanaged.passUnretained(sink).toOpaque()
    let surface =
      format == .pdf
      ? cairo_pdf_surface_create_for_stream(ByteSink.write, closure, size.width, size.height)
      : cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, Int32(size.width * Self.scale), Int32(size.height * Self.scale))
    guard let surface, let context = cairo_create(surface) else {
      throw .drawingFailed(reason: "out of memory")
    }
    self.surface = surface
    self.context = context
    if format == .pdf {
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      // Without a date the same recording gives the same bytes.
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, nil)
    } else {
      cairo_scale(context, Self.scale, Self.scale)
    }
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    TextMeasure.prepare(context)
    try check()
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Completes the drawing; nothing may be drawn afterwards.
  ///
  /// - Returns: The content of the file.
  func finish() throws(PlotError) -> [UInt8] {
    try check()
    if format == .png {
      let closure = Unmanaged.passUnretained(sink).toOpaque()
      try check(cairo_surface_write_to_png_stream(surface, ByteSink.write, closure))
    } else {
      cairo_show_page(context)
      cairo_surface_finish(surface)
      try check(cairo_surface_status(surface))
    }
    return sink.bytes
  }

  private func check(_ status: cairo_status_t? = nil) throws(PlotError) {
    let status = status ?? cairo_status(context)
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .drawingFailed(reason: String(cString: cairo_status_to_string(status)))
  }
}

// MARK: - Drawing

extension CairoCanvas {
  func fill(_ rectangle: Rectangle, _ color: Color) {
    cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    use(color)
    cairo_fill(context)
  }

  func fill(polygon: [Point], _ color: Color) {
    trace(polygon)
    cairo_close_path(context)
    use(color)
    cairo_fill(context)
  }

  func stroke(_ lines: [[Point]], _ style: LineStyle) {
    lines.forEach(trace)
    use(style.color)
    cairo_set_line_width(context, style.width)
    cairo_stroke(context)
  }

  func draw(_ raster: Raster, in rectangle: Rectangle) {
    guard let image = Self.image(raster) else { return }
    defer { cairo_surface_destroy(image) }
    cairo_save(context)
    cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    cairo_clip(context)
    cairo_translate(context, rectangle.x, rectangle.y)
    cairo_scale(
      context, rectangle.width / Double(raster.width), rectangle.height / Double(raster.height))
    cairo_set_source_surface(context, image, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    cairo_paint(context)
    cairo_restore(context)
  }

  func write(_ text: String, at point: Point, _ alignment: TextAlignment, _ style: LabelStyle) {
    TextMeasure.select(style, in: context)
    let width = alignment == .left ? 0 : TextMeasure.width(of: text, in: context)
    let shift = alignment == .right ? width : width / 2
    use(style.color)
    cairo_move_to(context, point.x - (alignment == .left ? 0 : shift), point.y)
    cairo_show_text(context, text)
    cairo_new_path(context)
  }

  func beginClip(_ rectangle: Rectangle) {
    cairo_save(context)
    cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    cairo_clip(context)
  }

  func endClip() {
    cairo_restore(context)
  }

  private func use(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
  }

  private func trace(_ points: [Point]) {
    guard let first = points.first else { return }
    cairo_move_to(context, first.x, first.y)
    if points.count == 1 { cairo_line_to(context, first.x, first.y) }
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
  }

  private static func image(_ raster: Raster) -> OpaquePointer? {
    let image = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(raster.width), Int32(raster.height))
    guard let data = cairo_image_surface_get_data(image) else {
      cairo_surface_destroy(image)
      return nil
    }
    let stride = Int(cairo_image_surface_get_stride(image))
    cairo_surface_flush(image)
    raster.pixels.withUnsafeBytes { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in 0..<raster.height {
        UnsafeMutableRawPointer(data + row * stride).copyMemory(
          from: source + row * raster.width * 4, byteCount: raster.width * 4)
      }
    }
    cairo_surface_mark_dirty(image)
    return image
  }
}

extension CairoCanvas {
  /// Returns a raster as a PNG file.
  static func png(_ raster: Raster) -> [UInt8] {
    guard let image = image(raster) else { return [] }
    defer { cairo_surface_destroy(image) }
    let sink = ByteSink()
    cairo_surface_write_to_png_stream(
      image, ByteSink.write, Unmanaged.passUnretained(sink).toOpaque())
    return withExtendedLifetime(sink) { sink.bytes }
  }
}

/// The destination of the bytes that cairo writes.
private final class ByteSink {
  var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { closure, data, count in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let sink = Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
    sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}
