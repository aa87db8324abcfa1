// The parts of SwiftUI that the views of this example use, as declarations without any behaviour: enough to
// check their types where SwiftUI does not exist. Written from Apple's public documentation of these interfaces,
// in our own words; nothing here draws, and nothing of it is part of the app. Apple's documentation says what
// each declaration does, so that they have no comments here.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import Observation

// MARK: - Structure

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() {}
}

@MainActor @preconcurrency public protocol Scene {}

extension Scene {
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some Scene { self }
}

public enum ScenePhase: Sendable { case background, inactive, active }

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a stub") }
}

/// A view that is not made of others.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("a stub") }
}

extension Optional: View, PrimitiveView where Wrapped: View {}

public struct TupleView<Content>: PrimitiveView {}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

// MARK: - State

@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase
}

@propertyWrapper public struct Environment<Value> {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError("a stub") }
}

@propertyWrapper public struct Binding<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}

@dynamicMemberLookup @propertyWrapper public struct Bindable<Value: Observable & AnyObject> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Bindable<Value> { self }
  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { Binding(wrappedValue: wrappedValue[keyPath: path]) }
}

// MARK: - Views

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: StringInterpolation) {}

  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(_ value: String) {}
    public mutating func appendInterpolation(_ value: Double, specifier: String) {}
  }
}

public struct Text: PrimitiveView {
  public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) {}
  public func font(_ font: Font?) -> Text { self }
  public func monospacedDigit() -> Text { self }
}

public protocol TimelineSchedule {}
public struct AnimationTimelineSchedule: TimelineSchedule {}
extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static func animation(
    minimumInterval: Double? = nil, paused: Bool = false
  ) -> AnimationTimelineSchedule { Self() }
}

public struct TimelineViewDefaultContext {
  public let date: Date
}

public struct TimelineView<Schedule: TimelineSchedule, Content: View>: PrimitiveView {
  public init(
    _ schedule: Schedule,
    @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {}
}

public struct VStack<Content: View>: PrimitiveView {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct HStack<Content: View>: PrimitiveView {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct ZStack<Content: View>: PrimitiveView {
  public init(@ViewBuilder content: () -> Content) {}
}

public struct Button<Label: View>: PrimitiveView {}

extension Button where Label == Text {
  public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload
  public init<Title: StringProtocol>(_ title: Title, action: @escaping @MainActor () -> Void) {}
}

public struct Stepper<Label: View>: PrimitiveView {}

extension Stepper where Label == Text {
  public init<Value: Strideable>(
    _ key: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>,
    step: Value.Stride = 1
  ) {}
}

// MARK: - Modifiers

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { Self() }
}

public enum ContentMode: Sendable { case fit, fill }

public struct AccessibilityChildBehavior: Sendable {
  public static let combine = Self()
}

public protocol ShapeStyle: Sendable {}

extension View {
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }
  public func padding(_ length: CGFloat) -> some View { self }
  public func background<Style: ShapeStyle>(_ style: Style) -> some View { self }
  public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
  public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { self }
  public func accessibilityHidden(_ isHidden: Bool) -> some View { self }
  public func accessibilityElement(children: AccessibilityChildBehavior) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View { self }
}

// MARK: - Drawing

public struct Color: ShapeStyle, PrimitiveView {
  public static let black = Self()
  public static let green = Self()
  public static let red = Self()
  public static let white = Self()
  public func opacity(_ opacity: Double) -> Color { self }
}

public struct Font: Sendable {
  public struct Weight: Sendable {
    public static let ultraLight = Self()
  }
  public static func system(size: CGFloat, weight: Weight? = nil) -> Font { Self() }
}

public struct Angle: Sendable {
  public static func degrees(_ degrees: Double) -> Angle { Angle(radians: degrees * .pi / 180) }
  public var radians: Double
}

public struct Path: Sendable {
  public init(_ draw: (inout Path) -> Void) {}
  public init(roundedRect: CGRect, cornerRadius: CGFloat) {}
  public mutating func move(to end: CGPoint) {}
  public mutating func addLine(to end: CGPoint) {}
  public mutating func closeSubpath() {}
}

public struct UnitPoint: Sendable {
  public static let center = Self()
}

public struct GraphicsContext {
  public struct Shading: Sendable {
    public static func color(_ color: Color) -> Shading { Self() }
  }
  public var opacity: Double
  public mutating func translateBy(x: CGFloat, y: CGFloat) {}
  public mutating func scaleBy(x: CGFloat, y: CGFloat) {}
  public mutating func rotate(by angle: Angle) {}
  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
  public func fill(_ path: Path, with shading: Shading) {}
  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {}
}

public struct Canvas: PrimitiveView {
  public init(renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
}
