// Versions of an integration, and the differences between two of them.
import { z } from 'zod';
import { Time } from '~/engine/schema/response-fields';
import { maxBacktested } from '~/engine/recordings/backtest-size';
import { countedExecutions } from '~/services/integrations/versions';
import { registerResponse } from './registry';

export const VersionResponse = registerResponse(
  'Version',
  z.object({
    version: z.number().int(),
    createdAt: Time,
    createdBy: z.string().nullable().describe('Who made it; null when the account is gone.'),
    note: z.string().nullable().describe('The note of a person about the version.'),
    isNewest: z.boolean().describe('Whether it is the version that is edited and tested.'),
    isDeployed: z
      .boolean()
      .describe(
        'Whether new executions use it. False for all versions of an integration that is not deployed.',
      ),
    runs: z.number().int().describe(`Of the newest ${countedExecutions} executions that have begun.`),
    failures: z.number().int(),
  }),
);

export const Difference = registerResponse(
  'VersionDifference',
  z.object({
    where: z.string().describe('The part of the integration: `Call “Read issue”`.'),
    field: z.string(),
    former: z
      .string()
      .describe(
        'Long texts begin shortly before the first difference. For secrets, it only says that they changed.',
      ),
    next: z.string(),
    lines: z
      .array(z.object({ kind: z.enum(['same', 'removed', 'added', 'left-out']), text: z.string() }))
      .nullable()
      .describe('For texts of several lines that have enough in common.'),
  }),
);

export const ComparisonResponse = registerResponse(
  'VersionComparison',
  z.object({ differences: z.array(Difference) }),
);

const executionIds = z.array(z.string()).describe('Some of them, newest first.');

export const BacktestResponse = registerResponse(
  'Backtest',
  z.object({
    version: z.number().int(),
    tried: z.number().int().describe(`Executions that were tried, ${maxBacktested} at most.`),
    same: z.number().int().describe('Those that would send and end as they did.'),
    different: z.number().int().describe('Those that would not.'),
    findings: z.array(
      z.object({
        difference: Difference.describe('As the newest of them has it.'),
        count: z.number().int().describe('Executions that differ in this place.'),
        executionIds,
      }),
    ),
    unfinished: z
      .array(
        z.object({
          callName: z.string(),
          reason: z
            .enum(['unrecorded', 'cut'])
            .describe('The recording has no response to this call, or the log holds only its beginning.'),
          count: z.number().int(),
          executionIds,
        }),
      )
      .describe('Executions that could be compared only up to a call.'),
    left: z.number().int().describe('Executions that were not tried, because the time was over.'),
  }),
);
