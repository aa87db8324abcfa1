// Opens the microphone as the page does, and keeps two seconds of it.
document.querySelector("#listen").onclick = async () => {
  const context = new AudioContext();
  await context.audioWorklet.addModule("copier.js");
  const stream = await navigator.mediaDevices.getUserMedia(
    { audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
  const copier = new AudioWorkletNode(context, "copier", { numberOfOutputs: 0 });
  const kept = new Float32Array(96000);
  let place = 0;
  copier.port.onmessage = ({ data }) => {
    kept.set(data, place);
    place = (place + data.length) % (kept.length - data.length);
  };
  context.createMediaStreamSource(stream).connect(copier);
  document.querySelector("tuner-panel").dataset.status = "listening";
};
