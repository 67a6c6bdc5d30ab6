// The waits before calls in a log.
import { z } from 'zod';
import type { LogRows } from '~/db/executions/logs/execution-logs';
import type { StoredWait } from '~/db/executions/steps';
import { describeSeconds } from '~/engine/definition/call-wait';
import { Time } from '~/engine/schema/response-fields';

/** A wait before a call. */
export const CallWaitLog = z.object({
  step: z.number().int().describe('Place in the run, from 0.'),
  callId: z.string().describe('Of the call that was waited before.'),
  apiCallName: z.string(),
  startedAt: Time,
  until: Time.describe('When it is over, or was to be.'),
  endedAt: Time.nullable().describe('Null until the wait has ended, and when the execution ended first.'),
  outcome: z
    .enum(['over', 'continued', 'skipped', 'answered', 'timeout'])
    .nullable()
    .describe(
      '`continued`: a person ended the wait. `skipped`: tests do not wait. A wait for an answer ends as `answered` or `timeout`. Null while `endedAt` is null.',
    ),
  message: z.string().describe('How long it was to last, in words.'),
  asks: z
    .object({
      message: z.string().describe('What is asked, secrets masked.'),
      choices: z.array(z.string()),
    })
    .optional()
    .describe('Of a wait for an answer alone.'),
  answer: z
    .object({
      choice: z.string(),
      comment: z.string().describe('Empty when nothing was said; secrets masked.'),
      body: z
        .string()
        .optional()
        .describe('The rest of the request as JSON: its beginning, with secrets masked.'),
      from: z.string().describe('The network address that it came from.'),
    })
    .optional()
    .describe('Of a wait for an answer that has been answered.'),
});
export type CallWaitLog = z.infer<typeof CallWaitLog>;

/** Describes the waits before calls in the order they came. */
export function describeCallWaits({ steps }: Pick<LogRows, 'steps'>): CallWaitLog[] {
  return steps.flatMap(({ step, kind, call_id: callId, name, detail }): CallWaitLog[] => {
    if (kind !== 'wait') return [];
    const { beganAt, until, asks, end } = JSON.parse(detail ?? '{}') as StoredWait;
    return [
      {
        step,
        callId,
        apiCallName: name,
        startedAt: toTime(beganAt),
        until: toTime(until),
        endedAt: end ? toTime(end.at) : null,
        outcome: end?.outcome ?? null,
        message: describeSeconds(Math.max(0, until - beganAt) / 1000),
        ...(asks && { asks }),
        ...(end?.answer && { answer: end.answer }),
      },
    ];
  });
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
