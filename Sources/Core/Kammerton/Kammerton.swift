// One import for the whole core.
@_exported public import ClassicModem
@_exported public import GgwaveModem
@_exported public import InstrumentSetup
@_exported public import InstrumentTuning
@_exported public import IntonationPractice
@_exported public import Metronome
@_exported public import MusicTheory
@_exported public import OnsetDetection
@_exported public import OpenSoundControl
@_exported public import PianoTuning
@_exported public import PitchEstimation
@_exported public import PitchEvaluation
@_exported public import PitchToMIDI
@_exported public import PolyphonicTuning
@_exported public import SignalProcessing
@_exported public import SoundModem
@_exported public import ToneGeneration
