// Judges a recorded test: whether a definition does the same as an earlier execution did.
import { checkCondition, describeCondition, describeFailedCheck } from '../conditions/condition';
import type { Condition } from '../definition/conditional-step';
import { atOnce } from '../json/json-parts';
import { createRunSecrets } from '../run/run-secrets';
import type { Difference } from '../versions/compare-values';
import { compareRequests, type RecordedRun } from './compare-requests';
import { keyOfAttempt, type Played, playRecording, type Playback } from './play-recording';

interface JudgedTest {
  execution: RecordedRun;
  /** See `compareRequests`. */
  ignored: readonly string[];
  /** The conditions that must hold for the variables when the run has ended. */
  conditions: readonly Condition[];
}

/** The outcomes of a test. `stale`: the definition sends a request whose response was not recorded. */
export const testOutcomes = ['passed', 'differs', 'stale'] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export interface Judgement {
  outcome: TestOutcome;
  /** The request without a recorded response; null unless the test is stale. */
  unrecorded: { callName: string; request: string } | null;
  /** The differences, up to that request when the test is stale; `mine` is what was sent, or must hold. */
  differences: Difference[];
}

/** Plays the recorded execution back to a definition, and compares. */
export async function judgeTest(
  { execution, ignored, conditions }: JudgedTest,
  playback: Omit<Playback, 'attempts'>,
): Promise<Judgement> {
  const played = await playRecording({ ...playback, attempts: execution.attempts });
  const { end, requests } = played;
  const { inTurns = atOnce } = playback.ports;
  const differences = await inTurns(compareRequests(execution, played, ignored));
  if (end.kind !== 'ended') {
    const last = requests.at(-1)?.request;
    const request = last ? `${last.method} ${last.url}` : '';
    return { outcome: 'stale', unrecorded: { callName: end.callName, request }, differences };
  }
  differences.push(...listUnmet(conditions, end, createRunSecrets(playback.definition).maskSecrets));
  return { outcome: differences.length > 0 ? 'differs' : 'passed', unrecorded: null, differences };
}

/** Returns the recording with the definition's requests and end; undefined when a response is missing. */
export async function recordAnew(
  { attempts }: RecordedRun,
  playback: Omit<Playback, 'attempts'>,
): Promise<RecordedRun | undefined> {
  const { requests, end } = await playRecording({ ...playback, attempts });
  if (end.kind !== 'ended') return undefined;
  const recorded = new Map(attempts.map((attempt) => [keyOfAttempt(attempt), attempt]));
  const { status, errorMessage } = end;
  return {
    status,
    errorMessage,
    attempts: requests.flatMap((next) => {
      const former = recorded.get(keyOfAttempt(next));
      return former ? [{ ...former, ...next }] : [];
    }),
  };
}

function listUnmet(
  conditions: readonly Condition[],
  { variables }: Extract<Played['end'], { kind: 'ended' }>,
  maskSecrets: (text: string) => string,
): Difference[] {
  return conditions.flatMap((condition) => {
    const check = checkCondition(condition, variables, maskSecrets);
    if (check.met) return [];
    const mine = maskSecrets(describeCondition(condition));
    return [{ where: 'Conditions', field: condition.field, mine, theirs: describeFailedCheck(check) }];
  });
}
