// Deleted integrations, as callers get them.
import { z } from 'zod';
import { Id, Time } from '~/engine/schema/response-fields';
import { registerResponse } from './registry';

export const DeletedIntegrationResponse = registerResponse(
  'DeletedIntegration',
  z.object({
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    deletedAt: Time,
    deletedBy: z.string().nullable().describe('Who deleted it; null when the account is gone.'),
    restorableUntil: Time.describe('When its removal begins. ISO 8601, UTC'),
  }),
);
