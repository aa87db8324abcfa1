// The globals of an audio worklet, which TypeScript's library of the browser lacks.

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: any) => AudioWorkletProcessor): void;
declare const currentFrame: number;
declare const currentTime: number;
declare const sampleRate: number;
