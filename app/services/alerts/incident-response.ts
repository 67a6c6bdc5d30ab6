// An incident as screens and the JSON API show it.
import { z } from 'zod';
import { alertEvents } from '~/engine/alerts/names';
import { failureKinds } from '~/engine/events/failure-kind';
import { Id, Time } from '~/engine/schema/response-fields';

/** The API's document names this schema. */
export const IncidentResponse = z.object({
  id: Id,
  event: z.enum(alertEvents),
  status: z.enum(['open', 'muted', 'resolved']),
  integration: z
    .object({
      id: Id,
      name: z.string(),
      isDeleted: z.boolean().describe('Then it is found again only once it is restored.'),
    })
    .nullable(),
  call: z.object({ id: Id, name: z.string() }).nullable().describe('Of failures: the call that fails.'),
  failure: z.enum(failureKinds).nullable().describe('Of failures: in which way.'),
  count: z.number().int().describe('Failed executions; of other events 1.'),
  reason: z.string().nullable(),
  executionId: Id.nullable().describe('The last execution that failed.'),
  openedAt: Time,
  lastAt: Time,
  mutedUntil: Time.nullable(),
  resolvedAt: Time.nullable(),
});
export type IncidentResponse = z.infer<typeof IncidentResponse>;
