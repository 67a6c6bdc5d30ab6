// Evaluates the conditions of response rules. They see the answer as `response`; its body is parsed once, and only when needed.
import { isMet } from '../conditions/condition';
import { createWorkTurns, takeStepsInTurn } from '../placeholders/work-turns';
import type { Condition } from '../definition/conditional-step';
import { atOnce, type InParts } from '../json/json-parts';
import { parseBodyInParts, type SendOutcome } from './outcome';
import type { RunPorts } from './ports';

export interface ResponseCheck {
  holds(conditions: readonly Condition[]): Promise<boolean>;
  /** Set when conditions could not see the whole body: says why, in words. */
  note?: string;
}

export function createResponseCheck(
  outcome: SendOutcome,
  { rest, inTurns = atOnce }: Pick<RunPorts, 'rest' | 'inTurns'>,
): ResponseCheck {
  const turns = createWorkTurns();
  let variables: Map<string, unknown> | undefined;
  const check: ResponseCheck = {
    async holds(conditions) {
      variables ??= new Map([['response', await inTurns(readResponse(outcome))]]);
      const note = findNote(outcome, conditions);
      if (note) check.note = note;
      for (const condition of conditions) {
        if (!isMet(condition, variables, await takeStepsInTurn(turns, rest))) return false;
      }
      return true;
    },
  };
  return check;
}

/** Makes the variable `response`. Header names are in lower case; repeated headers are joined (RFC 9110 §5.3). */
function* readResponse(outcome: SendOutcome): InParts<object> {
  const { durationMs } = outcome;
  if (outcome.kind === 'failure') return { status: null, headers: {}, body: null, durationMs };
  const headers = new Map<string, string>();
  for (const [written, value] of outcome.headers) {
    const name = written.toLowerCase();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  const { status, binary, body } = outcome;
  return {
    status,
    headers: Object.fromEntries(headers),
    body: binary ? null : yield* parseBodyInParts(body),
    durationMs,
  };
}

function findNote(outcome: SendOutcome, conditions: readonly Condition[]): string | undefined {
  if (outcome.kind === 'failure' || !conditions.some(({ field }) => /^response\.body\b/.test(field))) {
    return undefined;
  }
  if (outcome.binary) return 'The body is not text, so conditions on it found nothing.';
  return outcome.truncated
    ? 'The body is too large to be read whole, so conditions on it looked at its first part as text.'
    : undefined;
}
