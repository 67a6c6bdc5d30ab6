// Tests of an integration and their logs, by name.
import { IntegrationTest, TestLog } from '~/services/test-runs/log-schema';
import { DeliveryVerdict } from '~/services/webhooks/set-up/delivery-verdict';
import { z } from 'zod';
import { registerRequest, registerResponse } from './registry';

export const IntegrationTestResponse = registerResponse('IntegrationTest', IntegrationTest);
export const TestLogResponse = registerResponse('TestLog', TestLog);
export const DeliveryVerdictResponse = registerResponse('DeliveryVerdict', DeliveryVerdict);

export const ItemsTestInput = registerRequest(
  'ItemsTestInput',
  z.object({ callId: z.string().describe('Any call of the for each.') }),
);
