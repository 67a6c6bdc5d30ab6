// Whether the server lives and can work, as monitoring gets it.
import { z } from 'zod';
import { Readiness } from '~/services/monitoring/readiness';
import { registerResponse } from './registry';
import { ProblemResponse } from './problem';

export const Health = registerResponse('Health', z.object({ status: z.literal('ok') }));

export const Ready = registerResponse('Ready', z.object({ status: z.literal('ready'), checks: Readiness }));

export const NotReady = registerResponse(
  'NotReady',
  z.object({ ...ProblemResponse.shape, checks: Readiness }),
);
