// The values that an integration remembers from one run to the next.
import { z } from 'zod';
import { Memory, Remembered } from '~/services/memory/memory';
import { registerRequest, registerResponse } from './registry';

export const RememberedInput = registerRequest(
  'RememberedInput',
  z.object({ value: z.unknown().describe('Any JSON, of at most 8,192 characters.') }),
);

export const RememberedResponse = registerResponse('Remembered', Remembered);
export const MemoryResponse = registerResponse('Memory', Memory);
