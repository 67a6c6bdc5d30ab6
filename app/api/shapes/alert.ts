// Channels and incidents, as callers send them and get them.
import { z } from 'zod';
import { ChannelResponse as DescribedChannel } from '~/services/alerts/channel-response';
import { IncidentResponse as DescribedIncident } from '~/services/alerts/incident-response';
import { registerRequest, registerResponse } from './registry';

export const ChannelResponse = registerResponse('Channel', DescribedChannel);

const parts = ChannelResponse.omit({
  id: true,
  isReadable: true,
  lastMessage: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).shape;

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

export const ChannelTestResponse = registerResponse(
  'ChannelTest',
  z.object({ error: z.string().nullable().describe('Why the message could not be sent; null when it was.') }),
);

export const IncidentResponse = registerResponse('Incident', DescribedIncident);
