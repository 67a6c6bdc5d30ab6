// Versions of an integration, and what differs between two of them.
import { z } from 'zod';
import { Time } from '~/engine/schema/response-fields';
import { countedExecutions } from '~/services/integrations/versions';
import { nameResponse } from './registry';

export const VersionResponse = nameResponse(
  'Version',
  z.object({
    version: z.number().int(),
    createdAt: Time,
    createdBy: z.string().nullable().describe('Who made it; null when the account is gone.'),
    isNewest: z.boolean().describe('What is edited and tested.'),
    isDeployed: z.boolean().describe('Executions that begin now go by it. None of what is not deployed.'),
    runs: z.number().int().describe(`Of the newest ${countedExecutions} executions.`),
    failures: z.number().int(),
  }),
);

const Difference = nameResponse(
  'VersionDifference',
  z.object({
    where: z.string().describe('The part of the integration: `Call “Read issue”`.'),
    field: z.string(),
    former: z
      .string()
      .describe('Long texts begin shortly before they part. Secrets are only said to have changed.'),
    next: z.string(),
    lines: z
      .array(z.object({ kind: z.enum(['same', 'removed', 'added', 'left-out']), text: z.string() }))
      .nullable()
      .describe('Of texts of several lines, unless they have too little in common.'),
  }),
);

export const ComparisonResponse = nameResponse(
  'VersionComparison',
  z.object({ differences: z.array(Difference) }),
);
