// Channels and incidents, as callers send them and get them.
import { z } from 'zod';
import { AlertThresholds } from '~/engine/alerts/channel';
import { failureKinds } from '~/engine/events/failure-kind';
import { alertEvents, channelKinds } from '~/engine/alerts/names';
import { Id, Time } from '~/engine/schema/response-fields';
import type { ChannelResponse as DescribedChannel } from '~/services/alerts/channel-response';
import type { IncidentResponse as DescribedIncident } from '~/services/alerts/incidents';
import { registerRequest, registerResponse } from './registry';

const parts = {
  name: z.string().describe('Unique among the channels, whatever its case.'),
  kind: z.enum(channelKinds),
  recipients: z
    .string()
    .describe(
      'Of `email`: `owners`, `managers` (owners and admins), `members`, or the address of one of them; for the installation `administrators` or the address of one.',
    ),
  url: z.string().describe('Of the other kinds, http or https. Answered masked.'),
  secret: z.string().describe('Of `webhook`: signs its messages as Standard Webhooks says. Answered masked.'),
  integrationId: Id.nullable().describe(
    'The only integration that the channel watches. Null: it watches all.',
  ),
  tag: z
    .string()
    .nullable()
    .describe(
      'The tag of the integrations that the channel watches. Null without one. Not together with `integrationId`.',
    ),
  events: AlertThresholds.describe(
    'The events that it reports, with their thresholds: `failing`, failures in a row; `late`, minutes that a schedule is late; `silent`, hours without a successful execution; for the installation `backup`, `disk` and `mail` (1), and `queue`, minutes that the oldest due job has waited.',
  ),
  remindHours: z
    .number()
    .int()
    .nullable()
    .describe('The hours between reminders of an open incident. Null: no reminders.'),
};

/** The services check it, field by field. */
export const ChannelCreation = registerRequest(
  'ChannelCreation',
  z.object({
    ...parts,
    recipients: parts.recipients.optional(),
    url: parts.url.optional(),
    secret: parts.secret.optional(),
    integrationId: parts.integrationId.optional(),
    tag: parts.tag.optional(),
    remindHours: parts.remindHours.optional(),
  }),
);

export const ChannelChange = registerRequest(
  'ChannelChange',
  z
    .object(parts)
    .partial()
    .extend({
      version: z.number().int().optional().describe('Of the channel that the change began from.'),
    }),
);

export const ChannelResponse = registerResponse(
  'Channel',
  z.object({
    id: Id,
    ...parts,
    isReadable: z.boolean().describe('False when it cannot be decrypted with the current `APP_KEY`.'),
    lastMessage: z
      .object({ at: Time, status: z.enum(['queued', 'sent', 'failed']), error: z.string().nullable() })
      .nullable(),
    version: z.number().int(),
    createdAt: Time,
    updatedAt: Time,
  }) satisfies z.ZodType<DescribedChannel>,
);

export const ChannelTestResponse = registerResponse(
  'ChannelTest',
  z.object({ error: z.string().nullable().describe('Why the message could not be sent; null when it was.') }),
);

export const IncidentResponse = registerResponse(
  'Incident',
  z.object({
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
  }) satisfies z.ZodType<DescribedIncident>,
);
