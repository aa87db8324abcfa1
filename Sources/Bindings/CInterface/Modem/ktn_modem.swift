// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton
internal import SoundModem

@implementation @c
public func ktn_sender_settings_init(
  _ settings: UnsafeMutablePointer<ktn_sender_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size,
    ktn_sender_settings(
      size: 0, band: Int32(KTN_BAND_ULTRASONIC), mode: Int32(KTN_MODE_AUTOMATIC), number: 0,
      sample_rate: 48_000, level: Modulator.defaultLevel))
}

@implementation @c
public func ktn_sender_create(
  _ settings: UnsafePointer<ktn_sender_settings>!, _ bytes: UnsafePointer<UInt8>!, _ count: Int,
  _ sender: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(sender) { () throws(Refusal) in
    try Sender.make(try CInterface.settings(settings), payload: try samples(bytes, count))
  }
}

@implementation @c
public func ktn_sender_free(_ sender: OpaquePointer!) { free(Sender.self, sender) }

@implementation @c
public func ktn_sender_length(
  _ sender: OpaquePointer!, _ count: UnsafeMutablePointer<UInt64>!
) -> ktn_status {
  status { () throws(Refusal) in
    let sender: Sender = try object(sender)
    try required(count).pointee = UInt64(sender.count)
  }
}

@implementation @c
public func ktn_sender_render(
  _ sender: OpaquePointer!, _ samples: UnsafeMutablePointer<Float>!, _ count: Int,
  _ rendered: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    let sender: Sender = try object(sender)
    let count = sender.render(try room(samples, count))
    rendered?.pointee = count
  }
}

@implementation @c
public func ktn_receiver_settings_init(
  _ settings: UnsafeMutablePointer<ktn_receiver_settings>!, _ size: Int
) -> ktn_status {
  fill(
    settings, size: size, ktn_receiver_settings(size: 0, bands: 0, sample_rate: 48_000))
}

@implementation @c
public func ktn_receiver_create(
  _ settings: UnsafePointer<ktn_receiver_settings>!,
  _ receiver: UnsafeMutablePointer<OpaquePointer?>!
) -> ktn_status {
  create(receiver) { () throws(Refusal) in try Receiver.make(try CInterface.settings(settings)) }
}

@implementation @c
public func ktn_receiver_free(_ receiver: OpaquePointer!) { free(Receiver.self, receiver) }

@implementation @c
public func ktn_receiver_append(
  _ receiver: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(receiver) as Receiver).append(try CInterface.samples(samples, count))
  }
}

@implementation @c
public func ktn_receiver_finish(_ receiver: OpaquePointer!) -> ktn_status {
  status { () throws(Refusal) in try (object(receiver) as Receiver).finish() }
}

@implementation @c
public func ktn_receiver_next(
  _ receiver: OpaquePointer!, _ event: UnsafeMutablePointer<ktn_event>!
) -> ktn_status {
  status { () throws(Refusal) in
    let receiver: Receiver = try object(receiver)
    let place = try required(event)
    place.pointee = receiver.next()
  }
}

@implementation @c
public func ktn_receiver_payload(
  _ receiver: OpaquePointer!, _ bytes: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>!
) -> ktn_status {
  status { () throws(Refusal) in
    try (object(receiver) as Receiver).copyPayload(to: bytes, capacity: capacity, count: count)
  }
}
