// How a log says what an execution repeats, and which automatic replay follows it.
import { z } from 'zod';
import type { LogRows } from '~/db/executions/logs/execution-logs';
import { Time } from '~/engine/schema/response-fields';

const number = z.number().int().describe('From 1, since the first execution of these replays failed.');
const of = z.number().int().describe('How many there may be.');

/** The parts of a log about replays. */
export const replayFields = {
  replayOf: z.string().nullable().describe('The execution that this one repeats.'),
  automaticReplay: z
    .object({ number, of })
    .optional()
    .describe('Of an automatic replay alone: which of them it is.'),
  nextReplay: z
    .object({
      number,
      of,
      at: Time.nullable().describe('When it is due; null when it is not to come, or has come.'),
      executionId: z.string().nullable().describe('The execution that it made.'),
      problem: z.string().nullable().describe('Why there was none.'),
    })
    .optional()
    .describe('The automatic replay that follows this failed execution, or was to follow it.'),
};
const ReplayFields = z.object(replayFields);

/** Describes what an execution repeats, and the automatic replay that follows it. */
export function describeReplays({
  execution: { id, replay_of: replayOf },
  automaticReplays,
}: Pick<LogRows, 'execution' | 'automaticReplays'>): z.infer<typeof ReplayFields> {
  const own = automaticReplays.find(({ replayId }) => replayId === id);
  const next = automaticReplays.find(({ executionId }) => executionId === id);
  return {
    replayOf,
    ...(own && { automaticReplay: { number: own.number, of: own.most } }),
    ...(next && {
      nextReplay: {
        number: next.number,
        of: next.most,
        at: next.dueAt === null ? null : new Date(next.dueAt).toISOString(),
        executionId: next.replayId,
        problem: next.problem,
      },
    }),
  };
}
