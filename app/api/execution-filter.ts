// The query parameters that narrow lists of executions.
import { z } from 'zod';
import type { ExecutionFilter } from '~/db/executions/logs/indexed-ids';
import { maxSearchLength, readSearchTerms } from '~/db/executions/search/search-index';
import { ExecutionStatus } from '~/services/executions/log-schema';
import { Moment, PageQuery } from './http/pagination';
import { TriggerType } from './shapes/execution';

/** The times at which executions were triggered. */
export const TriggeredWithin = z.object({
  from: Moment.optional().describe('Only executions triggered at this time or later (ISO 8601).'),
  to: Moment.optional().describe('Only executions triggered before this time (ISO 8601).'),
});

export const ExecutionQuery = PageQuery.extend({
  status: ExecutionStatus.optional(),
  trigger: TriggerType.optional().describe('What started it.'),
  ...TriggeredWithin.shape,
  q: z
    .string()
    .max(maxSearchLength)
    .optional()
    .describe(
      'Words and "phrases" in what was delivered, sent or received. Ended executions are found a moment after their end.',
    ),
});

export function readExecutionFilter({
  q,
  status,
  trigger,
  from,
  to,
}: Omit<z.infer<typeof ExecutionQuery>, 'limit' | 'cursor'>): ExecutionFilter {
  return {
    status,
    triggerType: trigger,
    terms: q === undefined ? undefined : readSearchTerms(q),
    ...readTriggeredWithin({ from, to }),
  };
}

/** Returns the times in milliseconds since 1970. */
export function readTriggeredWithin({
  from,
  to,
}: z.infer<typeof TriggeredWithin>): Pick<ExecutionFilter, 'startedFrom' | 'startedBefore'> {
  return {
    startedFrom: from === undefined ? undefined : Date.parse(from),
    startedBefore: to === undefined ? undefined : Date.parse(to),
  };
}
