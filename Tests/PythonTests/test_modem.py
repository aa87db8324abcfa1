"""Messages by sound, there and back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kammerton


@given(payload=st.binary(max_size=60), sr=st.sampled_from([16_000, 44_100, 48_000]))
@settings(max_examples=10, deadline=None)
def test_any_bytes_arrive(payload, sr):
    modem = kammerton.Modem(sr=sr, band="audible", mode="touch")
    messages = modem.receive(modem.send(payload))
    assert [message.payload for message in messages] == [payload]


@pytest.mark.parametrize("band", kammerton.BANDS)
@pytest.mark.parametrize("mode", ["touch", "room"])
def test_every_band_through_noise(band, mode):
    modem = kammerton.Modem(band=band, mode=mode)
    sound = np.r_[np.zeros(5000), modem.send("grüezi"), np.zeros(5000)]
    noise = np.random.default_rng(1).normal(0, 0.005, sound.size)
    (message,) = modem.receive(sound + noise)
    assert message.payload.decode() == "grüezi"
    assert (message.band, message.mode) == (band, mode)
    assert abs(message.time - 5000 / 48_000) < 0.02


def test_a_message_in_parts_from_a_stream():
    payload = bytes(range(256)) * 3
    sound = kammerton.Modem(band="audible", mode="touch").send(payload)
    receiver = kammerton.Receiver(bands=("audible",))
    heard = [message for block in np.array_split(sound, 40) for message in receiver.append(block)]
    heard += receiver.finish()
    assert [message.payload for message in heard] == [payload]


def test_refusals():
    with pytest.raises(ValueError, match="band must be one of"):
        kammerton.Modem(band="hf")
    with pytest.raises(ValueError, match="too low for the band"):
        kammerton.Modem(sr=16_000).send("x")
    with pytest.raises(ValueError, match="65535 bytes"):
        kammerton.Modem().send(bytes(65_536))
    with pytest.raises(ValueError, match="-120 and 0"):
        kammerton.Modem(level=1).send("x")
