internal import CCairo

/// The widths of texts, in the system's sans serif font.
enum TextMeasure {
  /// Returns the width of a text, in points.
  static func width(of text: String, _ style: LabelStyle) -> Double {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let context = cairo_create(surface)
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    guard let context else { return 0 }
    prepare(context)
    select(style, in: context)
    return width(of: text, in: context)
  }

  /// Returns the text, with its middle replaced by an ellipsis if it is wider than `width` points.
  static func fitted(_ text: String, to width: Double, _ style: LabelStyle) -> String {
    guard self.width(of: text, style) > width else { return text }
    let characters = Array(text)
    var (fitting, tooLong) = (0, characters.count)
    while fitting + 1 < tooLong {
      let middle = (fitting + tooLong) / 2
      let isFitting = self.width(of: shortened(characters, to: middle), style) <= width
      if isFitting { fitting = middle } else { tooLong = middle }
    }
    return shortened(characters, to: fitting)
  }

  /// Keeps both ends: the end of a name is often more telling than its start.
  private static func shortened(_ characters: [Character], to count: Int) -> String {
    String(characters.prefix((count + 1) / 2)) + "…" + String(characters.suffix(count / 2))
  }

  /// Sets font options that give the same shapes and widths at every scale and in every format.
  static func prepare(_ context: OpaquePointer) {
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  static func select(_ style: LabelStyle, in context: OpaquePointer) {
    cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
      style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, style.size)
  }

  static func width(of text: String, in context: OpaquePointer) -> Double {
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    return extents.x_advance
  }
}
