// A wait before a call: the run is given back until it is over, and holds nobody meanwhile. It is a step of its own, before the
// check that stands before the call, so that the check sees what has become of things since.
import { readTime } from '../comparing/compared-value';
import { type CallWait, nameWaitText } from '../definition/call-wait';
import { waitBounds } from '../definition/wait-seconds';
import type { ChainCall } from '../definition/chain';
import type { CallRefused, Telling } from '../events/event';
import { findPast } from '../events/history';
import { describeUnrendered, renderTemplate } from '../placeholders/fill-template';
import { listCallValues } from '../values/value-references';
import { addValues, listShown } from '../values/value-use';
import { waitForAnswer } from './answer-wait-run';
import type { RunScope } from './run-scope';

type TimedWait = Exclude<CallWait, { kind: 'answer' }>;

/** Clocks of servers on one file differ by less. */
const toleranceMs = 60_000;

/** Waits before a call that has a wait. Answers what the call is refused with, when it cannot be known until when, or nobody answered. */
export async function* waitBefore(
  scope: RunScope,
  { call, name }: ChainCall,
  wait: CallWait,
  step: number,
): Telling<CallRefused | undefined> {
  const { past, ports } = scope;
  if (wait.kind === 'answer') {
    const render = (text: string) => renderWaitText(scope, call, wait, text);
    return yield* waitForAnswer(scope, { call, name }, wait, { step, render });
  }
  if (findPast(past, step, 'wait-ended')) return undefined;
  const about = { step, callId: call.id, callName: name };
  let begun = findPast(past, step, 'wait-begun');
  if (!begun) {
    const beganAt = ports.now();
    const found = await findUntil(scope, call, wait, beganAt);
    if ('problem' in found) {
      const refused = {
        ...about,
        kind: 'call-refused',
        source: 'chain',
        errorMessage: scope.secrets.maskSecrets(found.problem),
      } as const;
      yield refused;
      return refused;
    }
    const { until } = found;
    const event = { kind: 'wait-begun', step, beganAt, until } as const;
    begun = event;
    if (until > beganAt && !scope.skipsWaits) yield { ...about, ...event };
  }
  const { beganAt, until, isContinued } = begun;
  if (!scope.skipsWaits && !isContinued) {
    while (!isOver(wait, begun, ports.now())) {
      yield { kind: 'wait-scheduled', step, until, why: 'wait' };
    }
  }
  const at = ports.now();
  const early = scope.skipsWaits ? 'skipped' : isContinued ? 'continued' : 'over';
  const outcome = until > at ? early : 'over';
  yield { ...about, kind: 'wait-ended', beganAt, until, outcome, at };
  return undefined;
}

/** A while that began later than it is now was measured by a clock that was ahead, nobody knows how far. */
function isOver(
  { kind }: TimedWait,
  { beganAt, until }: { beganAt: number; until: number },
  now: number,
): boolean {
  return now >= until || (kind === 'duration' && beganAt > now + toleranceMs);
}

async function findUntil(
  scope: RunScope,
  call: ChainCall['call'],
  wait: TimedWait,
  now: number,
): Promise<{ until: number } | { problem: string }> {
  if (wait.kind === 'duration') return { until: now + wait.seconds * 1000 };
  const { secrets } = scope;
  const rendered = await renderWaitText(scope, call, wait, wait.at);
  if ('problem' in rendered) return rendered;
  const text = rendered.text.trim();
  const until = readTime(text);
  // Masked before it is cut: the beginning of a secret is found no more.
  const masked = secrets.maskSecrets(text);
  const shown = masked.length > 100 ? `${masked.slice(0, 100)}…` : masked;
  if (until === undefined) {
    return { problem: `“${shown}” is no time to wait until. Write one like 2026-01-05T12:00:00Z.` };
  }
  if (until - now > waitBounds.max * 1000) {
    return { problem: `The time to wait until, ${shown}, is more than 30 days ahead.` };
  }
  return { until };
}

/** A text of a wait with its placeholders filled in; secret values of the organization are none of it. */
async function renderWaitText(
  { variables, readValues }: RunScope,
  call: ChainCall['call'],
  wait: CallWait,
  template: string,
): Promise<{ text: string } | { problem: string }> {
  const names = listCallValues(call);
  const values = names.length > 0 ? await readValues(names) : [];
  const rendered = renderTemplate(template, addValues(variables, listShown(values)), 'text');
  if (rendered.kind !== 'text') return { problem: describeUnrendered(rendered, nameWaitText(wait)) };
  return rendered;
}
