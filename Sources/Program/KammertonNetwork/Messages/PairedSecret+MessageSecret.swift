import MessageCommands
import Pairing

extension PairedSecret: MessageSecret {}
