// Tests of an integration and their logs, by name.
import { IntegrationTest, TestLog } from '~/services/test-runs/log-schema';
import { DoorVerdict } from '~/services/webhooks/set-up/door-verdict';
import { z } from 'zod';
import { registerRequest, registerResponse } from './registry';

export const IntegrationTestResponse = registerResponse('IntegrationTest', IntegrationTest);
export const TestLogResponse = registerResponse('TestLog', TestLog);
export const DoorVerdictResponse = registerResponse('DoorVerdict', DoorVerdict);

export const ItemsTestInput = registerRequest(
  'ItemsTestInput',
  z.object({ callId: z.string().describe('Any call of the for each.') }),
);
