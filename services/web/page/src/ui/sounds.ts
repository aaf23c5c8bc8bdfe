import { settings } from '../state/settings';

/**
 * Short sounds, made here so that nothing is loaded: `play('move')`. Silent when the settings say so, and before the
 * first press or key, as browsers want it.
 */
export function play(sound: Sound): void {
  if (!settings.value.sounds || !navigator.userActivation.hasBeenActive) return;
  const speaker = speakerNow();
  for (const note of SOUNDS[sound]) strike(speaker, note);
}

/** What is heard when. */
export type Sound = keyof typeof SOUNDS;

interface Note {
  /** In Hertz. */
  pitch: number;
  /** When it begins and how long it rings, in seconds. */
  at: number;
  rings: number;
  /** 0 to 1. */
  loud: number;
  wave: OscillatorType;
}

/** Two pieces of wood, and bells. */
const SOUNDS = {
  move: [wood(420, 0)],
  'rival-move': [wood(310, 0), wood(360, 0.06)],
  start: [bell(523, 0), bell(659, 0.11), bell(784, 0.22)],
  end: [bell(784, 0), bell(659, 0.14), bell(523, 0.28)],
  'low-time': [bell(988, 0), bell(988, 0.16)],
  notification: [bell(880, 0), bell(1175, 0.1)],
} satisfies Record<string, Note[]>;

function wood(pitch: number, at: number): Note {
  return { pitch, at, rings: 0.09, loud: 0.5, wave: 'triangle' };
}

function bell(pitch: number, at: number): Note {
  return { pitch, at, rings: 0.4, loud: 0.18, wave: 'sine' };
}

let speaker: AudioContext | undefined;

function speakerNow(): AudioContext {
  speaker ??= new AudioContext();
  // Browsers stop it when the page was hidden for long.
  if (speaker.state === 'suspended') void speaker.resume();
  return speaker;
}

function strike(to: AudioContext, { pitch, at, rings, loud, wave }: Note): void {
  const start = to.currentTime + at;
  const source = new OscillatorNode(to, { type: wave, frequency: pitch });
  const volume = new GainNode(to, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + 0.005);
  volume.gain.exponentialRampToValueAtTime(0.001, start + rings);
  source.connect(volume).connect(to.destination);
  source.start(start);
  source.stop(start + rings);
}
