// A recorded test: an execution of before, and whether a definition does the same as it did.
import { checkCondition, describeCondition, describeFailedCheck } from '../conditions/condition';
import type { Condition } from '../definition/conditional-step';
import { createRunSecrets } from '../run/run-secrets';
import type { Difference } from '../versions/compare-values';
import { compareRequests, type RecordedRun } from './compare-requests';
import { keyOfAttempt, type Played, playRecording, type Playback } from './play-recording';

export interface RecordedTest {
  /** That was recorded. */
  execution: RecordedRun;
  /** See `compareRequests`. */
  ignored: readonly string[];
  /** What must hold of the variables when the run has ended. */
  conditions: readonly Condition[];
}

/** `stale`: the definition sends something that nobody recorded the answer of. */
export const testOutcomes = ['passed', 'differs', 'stale'] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export interface Judgement {
  outcome: TestOutcome;
  /** What nobody recorded; null unless it is stale. */
  unrecorded: { callName: string; request: string } | null;
  /** Up to there, where it is stale; `mine` is what was sent, or must hold. */
  differences: Difference[];
}

/** Runs a definition on the answers of the recorded execution, and compares. */
export async function judgeTest(
  { execution, ignored, conditions }: RecordedTest,
  playback: Omit<Playback, 'attempts'>,
): Promise<Judgement> {
  const played = await playRecording({ ...playback, attempts: execution.attempts });
  const { end, requests } = played;
  const differences = compareRequests(execution, played, ignored);
  if (end.kind !== 'ended') {
    const last = requests.at(-1)?.request;
    const request = last ? `${last.method} ${last.url}` : '';
    return { outcome: 'stale', unrecorded: { callName: end.callName, request }, differences };
  }
  differences.push(...listUnmet(conditions, end, createRunSecrets(playback.definition).maskSecrets));
  return { outcome: differences.length > 0 ? 'differs' : 'passed', unrecorded: null, differences };
}

/** The recording with the requests and the end that a definition has on its answers; undefined where an answer is missing. */
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
