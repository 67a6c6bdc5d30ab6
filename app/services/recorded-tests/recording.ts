// The recording of an execution that a test keeps. It may hold confidential responses of a target, so all of it is sealed.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { RecordedRun } from '~/engine/recordings/compare-requests';

export interface Recording extends RecordedRun {
  /** Part of the Idempotency-Keys of the calls. */
  executionId: string;
  /** The JSON text as it came. */
  triggerData: string | null;
  /** The JSON text of the engine's `DeliveryRequest`, if it was kept. */
  request: string | null;
  /** The part of its integration's memory that the execution read, as text; undefined when it read nothing. */
  memory?: string | undefined;
  /** The answers to its waits, as text; only for an execution that waited for an answer. */
  answers?: string | undefined;
}

/** The limit of characters: all tests of an integration are played one after the other. */
const maxRecordingLength = 2 * 1024 * 1024;

export const tooLongRecording = `What this execution got and sent is longer than ${maxRecordingLength / 1024 / 1024} MiB, which is too much for a test.`;

/** Returns the associated data of the sealed recording of a test. */
export function associatedDataOfRecording(testId: string): string {
  return `test:${testId}`;
}

/** Returns undefined when the recording is too long. */
export function sealRecording({ appKey }: AppKeys, testId: string, recording: Recording): string | undefined {
  let length = 0;
  for (const { request, response } of recording.attempts)
    length += request.body.length + (response?.body.length ?? 0);
  // Writing all of it would take tens of milliseconds more.
  if (length > maxRecordingLength) return undefined;
  const text = JSON.stringify(recording);
  return text.length > maxRecordingLength ? undefined : seal(appKey, text, associatedDataOfRecording(testId));
}

/** Returns undefined when the recording cannot be decrypted. */
export function openRecording(keys: AppKeys, testId: string, sealed: string): Recording | undefined {
  const text = openSealed(keys, sealed, associatedDataOfRecording(testId));
  return text === undefined ? undefined : (JSON.parse(text) as Recording);
}
