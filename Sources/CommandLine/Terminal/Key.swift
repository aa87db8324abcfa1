/// A key press that the tuner understands.
enum Key: Hashable, Sendable {
  case left, right, up, down
  case escape
  case enter
  case backspace
  case character(Character)
}
