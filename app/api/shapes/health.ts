import { z } from 'zod';
import { registerResponse } from './registry';
import { ProblemResponse } from './problem';

export const Health = registerResponse('Health', z.object({ status: z.literal('ok') }));

const Checks = z
  .object({
    serving: z.boolean().describe('The server was not told to stop.'),
    database: z.boolean().describe('A row can be written, synced to disk and read.'),
    integrity: z.boolean().describe('No damage was found in the file since the server was started.'),
    schema: z.boolean().describe('The file has the schema of this build, as the migrations left it.'),
    runner: z
      .boolean()
      .optional()
      .describe('The runner has claimed due work recently. Absent when this process has no runner.'),
    disk: z.boolean().describe('There is more room than the watermark.'),
  })
  .describe('Each is true when all is well.');

export const Ready = registerResponse('Ready', z.object({ status: z.literal('ready'), checks: Checks }));

export const NotReady = registerResponse('NotReady', z.object({ ...ProblemResponse.shape, checks: Checks }));
