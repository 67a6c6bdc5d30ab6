// What a test keeps of an execution. It may hold what a target gave in confidence, so it is sealed as a whole.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { RecordedRun } from '~/engine/recordings/compare-requests';

export interface Recording extends RecordedRun {
  /** Stands in the keys of the calls. */
  executionId: string;
  /** JSON text, as it came. */
  triggerData: string | null;
  /** JSON of the engine's `DeliveryRequest`, where it was kept. */
  request: string | null;
  /** What it had read of its integration's memory, if anything, as text. */
  memory?: string | undefined;
  /** How its waits were answered, as text; only of one that waited for an answer. */
  answers?: string | undefined;
}

/** So many characters a recording may have: all tests of an integration are played one after the other. */
const longestRecording = 2 * 1024 * 1024;

export const tooLongRecording = `What this execution got and sent is longer than ${longestRecording / 1024 / 1024} MiB, which is too much for a test.`;

/** What the sealed recording of a test is bound to. */
export function placeOfRecording(testId: string): string {
  return `test:${testId}`;
}

/** Undefined when it is too long. */
export function sealRecording({ appKey }: AppKeys, testId: string, recording: Recording): string | undefined {
  const text = JSON.stringify(recording);
  return text.length > longestRecording ? undefined : seal(appKey, text, placeOfRecording(testId));
}

/** Undefined when it cannot be decrypted. */
export function openRecording(keys: AppKeys, testId: string, sealed: string): Recording | undefined {
  const text = openSealed(keys, sealed, placeOfRecording(testId));
  return text === undefined ? undefined : (JSON.parse(text) as Recording);
}
