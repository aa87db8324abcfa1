import Pairing
import SoundMessages

extension PairedSecret: MessageSecret {}
