// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function has the name that lv2.h declares.

public import CLV2

private let tuner = PluginDescriptor(uri: "urn:kammerton:lv2:tuner") { _, sampleRate, _, _ in
  handle(TunerPlugin.make(sampleRate: sampleRate))
}

private let tone = PluginDescriptor(uri: "urn:kammerton:lv2:tone") { _, sampleRate, _, _ in
  handle(TonePlugin.make(sampleRate: sampleRate))
}

/// The plug-ins of this library, one after the other: what a host looks for.
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
