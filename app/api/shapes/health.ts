import { z } from 'zod';
import { nameAnswer } from './named';
import { ProblemAnswer } from './problem';

export const Health = nameAnswer('Health', z.object({ status: z.literal('ok') }));

const Checks = z
  .object({
    database: z.boolean().describe('A transaction can be committed.'),
    schema: z.boolean().describe('The file has the schema of this build.'),
    runner: z.boolean().optional().describe('It looks for work; left out where this process has none.'),
    disk: z.boolean().describe('There is more room than the watermark.'),
  })
  .describe('Each is true when all is well.');

export const Ready = nameAnswer('Ready', z.object({ status: z.literal('ready'), checks: Checks }));

export const NotReady = nameAnswer('NotReady', z.object({ ...ProblemAnswer.shape, checks: Checks }));
