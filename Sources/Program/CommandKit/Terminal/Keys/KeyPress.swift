/// A key press that the tuner understands.
package enum KeyPress: Hashable, Sendable {
  case left, right, up, down
  case escape
  case enter
  case backspace
  case character(Character)
}
