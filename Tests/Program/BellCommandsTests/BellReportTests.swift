@testable import BellCommands
import Testing
