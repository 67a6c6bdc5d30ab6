// Requests the first pages of a list, one after the other, as a run would.
import { newId } from '~/db/core/id';
import type { ApiCall } from '~/engine/definition/api-call';
import type { PagesRepeat } from '~/engine/definition/repeat';
import type { CallFinished } from '~/engine/events/event';
import type { RunPorts } from '~/engine/run/ports';
import { findPage, runRepeated } from '~/engine/run/repeat-run';
import { createScope, type RunScope } from '~/engine/run/run-scope';
import { describeMapping, joinHeaders } from '../executions/call-log';
import { runInTurns, yieldTurn } from '../event-loop';
import type { CallTest, TriedPage } from './call-test';

type Tried = Pick<RunScope, 'variables' | 'readValues' | 'secrets'> & {
  ports: Pick<RunPorts, 'authorize' | 'reject' | 'digest'>;
  call: ApiCall;
  repeat: PagesRepeat;
  /** The maximum number of pages. */
  pages: number;
};

/** Requests pages without the waits between them; `send` waits for the turn of each. */
export async function tryPages(
  { variables, readValues, secrets, ports, call, repeat, pages }: Tried,
  send: RunPorts['send'],
): Promise<CallTest> {
  const ownPorts: RunPorts = {
    ...ports,
    readValues,
    rest: yieldTurn,
    inTurns: runInTurns,
    send,
    takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
    // Nothing here waits.
    now: () => 0,
    deferTurns: async () => undefined,
  };
  const given = { executionId: `test.${newId()}`, ports: ownPorts };
  const scope = createScope(given, { variables, secrets, readValues });
  const place = { kind: 'call', call, name: call.name, handling: undefined } as const;
  const tried: TriedPage[] = [];
  let last: CallFinished | undefined;
  let refusal: string | null = null;
  for await (const event of runRepeated(scope, place, { ...repeat, maxPages: pages, everyMs: 0 }, 0)) {
    if (event.kind === 'call-refused') refusal = event.errorMessage;
    if (event.kind !== 'call-finished' || event.ruling?.action === 'renew') continue;
    last = event;
    tried.push(describePage(event));
  }
  const { response = null, extractions = [], durationMs = 0, errorMessage = null } = last ?? {};
  const error = refusal ?? errorMessage;
  return {
    success: error === null,
    statusCode: response?.status ?? 0,
    headers: joinHeaders(response?.headers ?? []),
    body: response?.body ?? '',
    truncated: response?.truncated ?? false,
    responseTime: durationMs,
    error,
    responseMapping: describeMapping(extractions),
    pages: tried,
  };
}

function describePage(finished: CallFinished): TriedPage {
  const page = findPage(finished);
  return {
    page: finished.page ?? 1,
    statusCode: finished.response?.status ?? 0,
    items: page?.items.length ?? null,
    // The limit of pages may be the test's own.
    hasNext: page !== undefined && (page.next !== null || page.bound !== null),
    error: finished.errorMessage,
  };
}
