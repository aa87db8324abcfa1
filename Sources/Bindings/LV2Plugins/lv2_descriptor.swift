// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function has the name that lv2.h declares.

public import CLV2

private let tuner = PluginDescriptor(uri: "urn:kammerton:lv2:tuner") { _, sampleRate, _, _ in
  handle(TunerPlugin.make(sampleRate: sampleRate))
}

private let tone = PluginDescriptor(uri: "urn:kammerton:lv2:tone") { _, sampleRate, _, _ in
  handle(TonePlugin.make(sampleRate: sampleRate))
}

/// Returns the plug-ins of this library one by one: the function that hosts look for.
///
/// - Parameter index: The number of the plug-in, from 0.
/// - Returns: Its description, which lives as long as the library; null if there is none.
@implementation @c
public func lv2_descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>! {
  switch index {
  case 0: tuner.pointer
  case 1: tone.pointer
  default: nil
  }
}

/// The description of a plug-in for hosts, beside the Turtle files: its address and its functions.
struct PluginDescriptor: Sendable {
  // Any thread may read it: what it points at is written in `init` only, before anyone has the pointer, and is never
  // changed or freed.
  nonisolated(unsafe) let pointer: UnsafePointer<LV2_Descriptor>

  /// The function with which a host creates an instance.
  typealias Instantiate =
    @convention(c) (
      UnsafePointer<LV2_Descriptor>?, Double, UnsafePointer<CChar>?,
      UnsafePointer<UnsafePointer<LV2_Feature>?>?
    ) -> LV2_Handle?

  /// - Parameters:
  ///   - uri: The address in the Turtle files.
  ///   - instantiate: Creates an instance, or rejects the sample rate.
  init(uri: StaticString, instantiate: @escaping Instantiate) {
    let descriptor = LV2_Descriptor(
      URI: UnsafeRawPointer(uri.utf8Start).assumingMemoryBound(to: CChar.self),
      instantiate: instantiate,
      connect_port: { handle, port, place in
        let place = place?.assumingMemoryBound(to: Float.self)
        plugin(handle)?.connect(Int(port), to: place)
      },
      activate: { plugin($0)?.activate() }, run: { plugin($0)?.run(Int($1)) }, deactivate: nil,
      cleanup: { handle in handle.map { Unmanaged<Plugin>.fromOpaque($0).release() } },
      extension_data: { _ in nil })
    let copy = UnsafeMutablePointer<LV2_Descriptor>.allocate(capacity: 1)
    copy.initialize(to: descriptor)
    pointer = UnsafePointer(copy)
  }
}

/// Returns a handle to an instance, which lives until the host cleans it up.
func handle(_ plugin: Plugin?) -> LV2_Handle? {
  plugin.map { Unmanaged<Plugin>.passRetained($0).toOpaque() }
}

private func plugin(_ handle: LV2_Handle?) -> Plugin? {
  handle.map { Unmanaged<Plugin>.fromOpaque($0).takeUnretainedValue() }
}
