// Walks along the chain, or along one part of it for an item of a list: the calls, the checks, and where they lead. Each
// check, call (also a skipped one) and notice is a step of its own.
import { findTargetWords } from '../bodies/error-body';
import { type Branch, type ChainUnit, decideBranch } from '../conditions/branch';
import { checkCondition } from '../conditions/condition';
import { createWorkTurns, takeStepsInTurn } from '../placeholders/work-turns';
import { type ChainCall, type ChainCheck, type ChainItem, listChainItems } from '../chain/chain';
import { listConditions } from '../definition/conditional-step';
import { type PlacedLoops, placeLoops } from '../chain/placed-loops';
import type { ConditionCheck, EventGenerator, PastResponse, RunEnded, RunEvent } from '../events/event';
import type { LoggedResponse } from '../logged';
import { findChecks } from '../events/history';
import type { Definition } from '../integration';
import { atOnce } from '../json/json-parts';
import { makesVariable } from '../named-variables';
import { type CallFailure, toRunFacts, type RunFacts, runName } from '../run-facts';
import { listCheckValues, listRuleValues } from '../values/value-references';
import { addValues, listShown } from '../values/value-use';
import { type CallResult, runCall, sendNotice } from './call-run';
import { runLoop } from './loop-run';
import { judgeFailure } from '../events/ending-failure';
import { toCallFailure } from '../events/last-failure';
import { buildNotice, findNoticeRule, type RecordedCall } from './notice';
import { runRepeated } from './repeat-run';
import { decideRuleBranch } from './rule-branch';
import type { RunScope } from './run-scope';
import { pointToAnswer, waitBefore } from './wait-run';

/** The listener of a walk along the whole chain. */
interface Listener {
  /** Called when the run is past these calls. Yields the answer to the sender, if it follows one of them. */
  pass(callIds: readonly string[]): EventGenerator<void>;
}

/** Runs a chain to its end. Returns the event that ends the run, when a call ends it. */
export function walkChain(
  scope: RunScope,
  definition: Definition,
  listener?: Listener,
): EventGenerator<RunEnded | undefined> {
  const places = listChainItems(definition);
  const loops = placeLoops(definition, places);
  const tellsFailures = !makesVariable(definition, runName);
  return walk(scope, { places, loops, step: 0, unit: 'run', tellsFailures }, listener);
}

interface Way {
  places: readonly ChainItem[];
  /** Undefined inside a loop. */
  loops: PlacedLoops | undefined;
  step: number;
  unit: ChainUnit;
  /** False when the integration itself has a variable named `run`. */
  tellsFailures: boolean;
}

async function* walk(
  scope: RunScope,
  { places, loops, step: first, unit, tellsFailures }: Way,
  listener?: Listener,
): EventGenerator<RunEnded | undefined> {
  const { variables } = scope;
  const calls: RecordedCall[] = [];
  let step = first;
  let index = 0;
  let awaited: ChainCall | undefined;
  const asks = unit === 'run' && places.some(asksBefore);
  for (let place = places[0]; place; place = places[index]) {
    const coming = place.kind === 'check' ? places[index + 1] : place;
    // Items do not wait: within a loop only the first call may have a wait, and it comes before all items.
    if (unit === 'run' && coming?.kind === 'call' && coming.call.wait && coming !== awaited) {
      const refused = yield* waitBefore(scope, coming, coming.call.wait, step);
      if (refused) return findEnd(coming, { ending: refused, request: undefined });
      awaited = coming;
      step += 1;
    }
    if (asks) pointToAnswer(scope, places, index);
    const found = loops?.get(index);
    if (found) {
      const part = places.slice(index, found.end);
      const end = yield* runLoop(scope, found.loop, { part, step }, (item, at) =>
        walk(item, { places: part, loops: undefined, step: at, unit: 'item', tellsFailures }),
      );
      if (end) return end;
      const ids = part.flatMap((inside) => (inside.kind === 'call' ? [inside.call.id] : []));
      if (listener) yield* listener.pass(ids);
      step += 1;
      index = found.end;
      continue;
    }
    if (place.kind === 'check') {
      const checks = await makeChecks(scope, place, step);
      const branch = passCheck(places, checks, { place, index, step, unit, loops });
      // Yielded one by one, because `yield*` over a list costs several promises for each event.
      for (const event of branch.events) yield event;
      step += branch.events.length;
      index = branch.next;
      continue;
    }
    const { repeat } = place.call;
    const { result, steps } = repeat
      ? yield* runRepeated(scope, place, repeat, step)
      : { result: yield* runCall(scope, place, step), steps: 1 };
    const stop = stopsAtSuccess(result) ? await describeStop(scope, result) : undefined;
    const end = findEnd(place, result, stop);
    if (end) return end;
    step += steps;
    index += 1;
    const { ending: finished } = result;
    if (finished.kind !== 'call-finished') continue;
    for (const [name, value] of finished.saved) variables.set(name, value);
    const failure = toCallFailure(place.name, finished);
    if (failure && tellsFailures) noteFailure(scope, failure);
    if (listener) yield* listener.pass([place.call.id]);
    const way = decideRuleBranch(places, { place, index: index - 1, step, unit }, finished);
    if (way) {
      for (const event of way.events) yield event;
      step += way.events.length;
      index = way.next;
    }
    const notice = await findNotice(scope, place, result, calls);
    calls.push({ callName: place.name, finished });
    if (!notice) continue;
    yield* sendNotice(scope, { step, callId: place.call.id, callName: place.name }, notice);
    step += 1;
  }
  return undefined;
}

/** Builds the notice about a call, when the rule that its response met sends one. `before`: the calls that ended earlier. */
async function findNotice(
  { executionId, item, variables, secrets, readValues, ports: { inTurns = atOnce } }: RunScope,
  place: ChainCall,
  { ending: finished, request }: CallResult,
  before: RecordedCall[],
) {
  if (!request || finished.kind !== 'call-finished') return undefined;
  const rule = findNoticeRule(place, finished);
  if (!rule) return undefined;
  const values = await readValues(listRuleValues(rule));
  await inTurns(secrets.addFiltered([rule.webhookURL ?? ''], variables));
  const { maskSecrets } = secrets;
  const about = { executionId, item, place, finished, before, variables, maskSecrets, request, rule, values };
  return inTurns(buildNotice(about));
}

/** Adds the failure to the variable `run` and keeps its other facts, such as the address of the next wait. */
function noteFailure({ executionId, variables }: RunScope, failure: CallFailure): void {
  const facts = (variables.get(runName) as RunFacts | undefined) ?? toRunFacts(executionId);
  variables.set(runName, { ...facts, failure });
}

function asksBefore(place: ChainItem): boolean {
  return place.kind === 'call' && place.call.wait?.kind === 'answer';
}

/** Makes the comparisons of a step. With values of the organization, a resumed run keeps those it made before. */
async function makeChecks(
  { variables, secrets, past, readValues, ports }: RunScope,
  { step: written }: ChainCheck,
  step: number,
): Promise<ConditionCheck[]> {
  const names = listCheckValues(written);
  const earlier = names.length > 0 ? findChecks(past, step) : undefined;
  if (earlier) return earlier;
  const all = names.length > 0 ? addValues(variables, listShown(await readValues(names))) : variables;
  const turns = createWorkTurns();
  const checks: ConditionCheck[] = [];
  for (const condition of listConditions(written)) {
    const work = await takeStepsInTurn(turns, ports.rest);
    checks.push(checkCondition(condition, all, secrets.maskSecrets, work));
  }
  return checks;
}

/** Returns the events of a conditional step, each of them a step of the run, and the place that it leads to. */
function passCheck(
  places: readonly ChainItem[],
  checks: ConditionCheck[],
  {
    place,
    index,
    step,
    unit,
    loops,
  }: { place: ChainCheck; index: number; step: number; unit: ChainUnit; loops: PlacedLoops | undefined },
): { events: RunEvent[]; next: number } {
  // A check before a loop skips the whole loop.
  const loop = loops?.get(index + 1);
  const branch = decideBranch(places, { index, step: place.step, checks, unit, behindNext: loop?.end });
  const checked: RunEvent = {
    kind: 'condition-checked',
    step,
    conditionalStepId: place.step.id,
    checks: branch.checks,
    match: place.step.match,
    conditionMet: branch.met,
    otherwise: branch.otherwise,
    nextApiCallAction: isNextLeftOut(branch) ? 'skip' : 'execute',
    skippedCallName: branch.met ? null : (branch.skipped[0]?.name ?? null),
    nextCallName: branch.nextCall?.name ?? null,
  };
  const skips = branch.skipped.map(({ call, name }, at): RunEvent => ({
    kind: 'call-skipped',
    step: step + 1 + at,
    callId: call.id,
    callName: name,
    errorMessage: branch.reason,
  }));
  return { events: [checked, ...skips], next: branch.next };
}

/** Checks whether the conditions keep the run from the next call. A `go_to` may also lead to exactly that call. */
function isNextLeftOut({ otherwise, skipped }: Branch): boolean {
  return otherwise !== null && (otherwise !== 'go_to' || skipped.length > 0);
}

/** Checks whether a rule stops the run by the code alone, at a response that is no error. */
function stopsAtSuccess({ ending }: CallResult): boolean {
  return (
    ending.errorMessage === null && ending.kind === 'call-finished' && ending.ruling?.action === 'stop_notify'
  );
}

function isWhole(response: PastResponse): response is LoggedResponse {
  return 'headers' in response;
}

/** Says at which response a rule stops the run, and what the target says in it, unless an earlier process read it. */
async function describeStop({ ports, secrets }: RunScope, { ending }: CallResult): Promise<string> {
  const response = ending.kind === 'call-finished' ? ending.response : null;
  const known = `HTTP ${response?.status ?? ''}, at which its response handling stops`;
  if (!response || !isWhole(response)) return known;
  const { inTurns = atOnce } = ports;
  const words = await inTurns(findTargetWords(response, { known, maskSecrets: secrets.maskSecrets }));
  return words === undefined ? known : `${known}: ${words}`;
}

/**
 * Returns the end of the run, when the call ends it: without rules on an error, with rules when they say so. `stop` says why, when
 * no error does.
 */
function findEnd({ name, call }: ChainCall, { ending }: CallResult, stop = ''): RunEnded | undefined {
  const ruling = ending.kind === 'call-finished' ? ending.ruling : null;
  if (ruling && ruling.action !== 'stop_notify') return undefined;
  if (!ruling && ending.kind === 'call-finished' && ending.outcome === 'success') return undefined;
  const reason = ending.errorMessage ?? stop;
  return {
    kind: 'run-ended',
    status: 'error',
    errorMessage: `${name}: ${reason}`,
    notify: ruling && { callName: name, email: ruling.notificationEmail },
    failure: {
      callId: call.id,
      callName: name,
      ...judgeFailure(ending),
      status: (ending.kind === 'call-finished' && ending.response?.status) || null,
      error: reason,
      attempts: ending.kind === 'call-finished' ? ending.attempt : 0,
      ...(ending.kind === 'call-finished' &&
        ending.failureReason === 'circuit-open' && { isCircuitOpen: true }),
    },
  };
}
