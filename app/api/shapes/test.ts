// Tests of an integration and their logs, by name.
import { IntegrationTest, TestLog } from '~/services/test-runs/log-schema';
import { DoorVerdict } from '~/services/webhooks/set-up/door-verdict';
import { z } from 'zod';
import { nameRequest, nameResponse } from './registry';

export const IntegrationTestResponse = nameResponse('IntegrationTest', IntegrationTest);
export const TestLogResponse = nameResponse('TestLog', TestLog);
export const DoorVerdictResponse = nameResponse('DoorVerdict', DoorVerdict);

export const ItemsTestInput = nameRequest(
  'ItemsTestInput',
  z.object({ callId: z.string().describe('Any call of the for each.') }),
);
