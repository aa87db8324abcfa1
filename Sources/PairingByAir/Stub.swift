import SoundModem
