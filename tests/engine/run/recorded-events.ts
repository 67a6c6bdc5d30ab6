import type { RecordedEvent, RunEvent } from '~/engine/events/event';
import type { Definition } from '~/engine/integration';
import type { Recalled } from '~/engine/events/memory-event';
import type { InTurns } from '~/engine/json/json-parts';
import type { SendOutcome } from '~/engine/run/outcome';
import type { CallRequest } from '~/engine/run/request';
import type { GivenWaitAnswer } from '~/engine/run/ports';
import { runIntegration } from '~/engine/run/run';
import type { OrganizationValue } from '~/engine/values/value';
import { digestFile } from '~/services/digest-file';

/** An answer of 200 with this body, unless told otherwise. */
export function answer(
  body: unknown,
  more: Partial<Extract<SendOutcome, { kind: 'response' }>> = {},
): SendOutcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    kind: 'response',
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'application/json']],
    body: text,
    bodyBytes: text.length,
    truncated: false,
    binary: false,
    durationMs: 12,
    answeredAt: Date.UTC(2026, 0, 5, 12),
    ...more,
  };
}

interface Told {
  events: RunEvent[];
  /** What was sent, in order. */
  sent: CallRequest[];
  /** Events and requests as they came: `started 0`, `send https://…`, `finished 0 success`, `ended completed` … */
  story: string[];
}

/** Runs a definition to its end against targets that give these answers in order. */
export async function run(
  definition: Definition,
  options: {
    triggerData?: unknown;
    past?: RecordedEvent[];
    loggedLength?: number;
    requestsBefore?: number;
    answers?: SendOutcome[];
    /** Of the organization, after so many requests. */
    values?: OrganizationValue[] | ((sent: number) => OrganizationValue[]);
    now?: () => number;
    rest?: () => Promise<void>;
    inTurns?: InTurns;
    /** What is remembered, and the keys that every for each is done with. */
    memory?: Record<string, unknown>;
    /** The names of those that are never shown. */
    secretNames?: string[];
    seen?: string[];
    /** Whether no run has gone through a for each yet, and the keys that it is then given to remember. */
    isFirstRun?: boolean;
    toRemember?: string[];
    memoryBefore?: Recalled;
    /** Answers from outside, by the call that is waited before. */
    given?: Record<string, GivenWaitAnswer>;
    skipsWaits?: boolean;
  } = {},
): Promise<Told> {
  const answers = [...(options.answers ?? [])];
  const told: Told = { events: [], sent: [], story: [] };
  const events = runIntegration({
    executionId: 'run',
    definition,
    triggerData: options.triggerData ?? null,
    past: options.past ?? [],
    loggedLength: options.loggedLength ?? 0,
    requestsBefore: options.requestsBefore ?? 0,
    memoryBefore: options.memoryBefore,
    skipsWaits: options.skipsWaits,
    ports: {
      findAnswerAddress: (callId) => ({
        url: `https://us.example/answer/${callId}`,
        secret: `token-${callId}`,
      }),
      readAnswer: async (callId) => options.given?.[callId],
      digest: digestFile,
      authorize: async () => ({ kind: 'refused', message: 'no connections here' }),
      reject: async () => undefined,
      takeTurn: async () => ({ kind: 'now', waitedMs: 0 }),
      now: options.now ?? (() => 0),
      ...(options.rest && { rest: options.rest }),
      ...(options.inTurns && { inTurns: options.inTurns }),
      memory: {
        read: async () => ({
          values: options.memory ?? {},
          ...(options.secretNames && { secretNames: options.secretNames }),
        }),
        findSeen: async (_loopId, keys) => new Set(keys.filter((key) => options.seen?.includes(key))),
        isFirstRun: async () => options.isFirstRun ?? false,
        rememberKeys: async (_loopId, keys) => void options.toRemember?.push(...keys),
      },
      deferTurns: async () => undefined,
      async readValues(names) {
        const { values = [] } = options;
        const now = typeof values === 'function' ? values(told.sent.length) : values;
        return now.filter(({ name }) => names.includes(name));
      },
      async send(request) {
        told.sent.push(request);
        told.story.push(`send ${request.url}`);
        const outcome = answers.shift();
        if (!outcome) throw new Error(`no answer left for ${request.url}`);
        return outcome;
      },
    },
  });
  for await (const event of events) {
    told.events.push(event);
    told.story.push(tell(event));
  }
  return told;
}

function tell(event: RunEvent): string {
  switch (event.kind) {
    case 'call-started':
      return `started ${event.step}.${event.attempt}`;
    case 'call-finished':
      return `finished ${event.step}.${event.attempt} ${event.outcome}`;
    case 'call-refused':
      return `refused ${event.step}: ${event.errorMessage}`;
    case 'loop-begun':
      return `each ${event.itemName}: ${event.items.length} of ${event.of}`;
    case 'item-ended':
      return `item ${event.loop.index} ${event.outcome}`;
    case 'loop-ended':
      return `each ${event.outcome}: ${event.ok} + ${event.failed} of ${event.count}`;
    case 'run-ended':
      return `ended ${event.status}${event.errorMessage ? `: ${event.errorMessage}` : ''}`;
    default:
      return event.kind;
  }
}

/** The one event of a kind and step. */
export function eventOf<Kind extends 'call-started' | 'call-finished'>(
  { events }: Told,
  kind: Kind,
  step = 0,
): Extract<RunEvent, { kind: Kind }> {
  const found = events.filter(
    (event): event is Extract<RunEvent, { kind: Kind }> =>
      event.kind === kind && 'step' in event && event.step === step,
  );
  const [event] = found;
  if (!event || found.length > 1) throw new Error(`${found.length} events ${kind} of step ${step}`);
  return event;
}
