"""The adapter for lars76/pitch-benchmark: one class with one method that returns times, frequencies and confidences."""

import importlib.util
import pathlib

import numpy as np
import pytest

ADAPTER = pathlib.Path(__file__).parents[2] / "Examples" / "python" / "pitch_benchmark.py"
pytestmark = pytest.mark.skipif(not ADAPTER.exists(), reason="a source distribution has no examples")
RATE, HOP = 16_000, 256  # Those of the benchmark.


@pytest.fixture(scope="module")
def tracker():
    specification = importlib.util.spec_from_file_location("pitch_benchmark", ADAPTER)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    # As its build_algorithm makes one.
    return module.KammertonPitchAlgorithm(sample_rate=RATE, hop_size=HOP, fmin=65.0, fmax=1200.0)


def test_a_tone_is_read_at_each_hop(tracker):
    samples = np.arange(2 * RATE)
    audio = (0.3 * np.sin(2 * np.pi * 220 * samples / RATE)).astype(np.float32)
    times, frequencies, confidences = tracker._extract_raw_pitch_and_periodicity(audio)
    assert times.shape == frequencies.shape == confidences.shape == (-(-len(audio) // HOP),)
    assert np.allclose(times, np.arange(len(times)) * HOP / RATE)
    assert np.all(np.abs(1200 * np.log2(frequencies[5:-5] / 220)) < 1)
    assert np.all((confidences >= 0) & (confidences <= 1)) and confidences[5:-5].min() > 0.5


def test_nothing_is_not_a_number_and_silence_is_below_any_threshold(tracker):
    times, frequencies, confidences = tracker._extract_raw_pitch_and_periodicity(np.zeros(RATE, np.float32))
    assert len(times) == -(-RATE // HOP)
    assert np.all(np.isfinite(frequencies)) and not np.any(confidences)


def test_the_range_may_reach_beyond_half_the_rate(tracker):
    narrow = type(tracker)(sample_rate=8000, hop_size=128, fmin=50.0, fmax=6000.0)
    _, frequencies, _ = narrow._extract_raw_pitch_and_periodicity(np.zeros(4000, np.float32))
    assert len(frequencies) == -(-4000 // 128)
