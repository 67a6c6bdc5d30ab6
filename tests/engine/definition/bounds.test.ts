// What a definition may hold at most: that much is accepted, one more is refused, and the message names the bound.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ApiCall } from '~/engine/definition/api-call';
import { ConditionalStep } from '~/engine/definition/conditional-step';
import { Dedupe, OnlyRunIf } from '~/engine/definition/delivery-rules';
import { StatusCodeAction } from '~/engine/definition/response-step';
import { TriggerConfig } from '~/engine/integration';

const call = { id: 'a', order: 1 };

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const conditions = (count: number) => times(count, () => ({ field: 'response.body.a', operator: 'exists' }));
const waiting = (more: object) => ({
  ...call,
  wait: { kind: 'answer', seconds: 60, message: 'a', saveAs: 'b', ...more },
});
const extract = (count: number) => times(count, (index) => ({ jsonPath: '.a', saveAs: `a${index}` }));
const read = (count: number) => times(count, (index) => ({ jsonPath: '.a', name: `a${index}` }));

const bounds: [
  what: string,
  most: number,
  schema: z.ZodType,
  make: (count: number) => unknown,
  message: string,
][] = [
  ['characters of a URL', 8_192, ApiCall, (n) => ({ ...call, url: 'x'.repeat(n) }), '8192 characters'],
  ['characters of a body', 2 ** 20, ApiCall, (n) => ({ ...call, body: 'x'.repeat(n) }), '1 MiB'],
  [
    'characters of a header value',
    8_192,
    ApiCall,
    (n) => ({ ...call, headers: { a: 'x'.repeat(n) } }),
    '8192 characters',
  ],
  [
    'headers of a call',
    50,
    ApiCall,
    (n) => ({ ...call, headers: Object.fromEntries(times(n, (index) => [`a${index}`, '1'])) }),
    'at most 50 headers',
  ],
  [
    'hosts of a call',
    10,
    ApiCall,
    (n) => ({ ...call, allowedHosts: times(n, (index) => `a${index}.example.com`) }),
    'at most 10 hosts',
  ],
  [
    'values of a response',
    50,
    ApiCall,
    (n) => ({ ...call, responseMapping: { extractFields: extract(n) } }),
    '50',
  ],
  [
    'conditions that a call waits for',
    20,
    ApiCall,
    (n) => ({ ...call, repeat: { kind: 'until', conditions: conditions(n) } }),
    'at most 20 conditions',
  ],
  [
    'conditions of a step',
    20,
    ConditionalStep,
    (n) => ({ ...call, conditionalExecution: { conditions: conditions(n) } }),
    'at most 20 conditions',
  ],
  [
    'conditions of a rule',
    20,
    StatusCodeAction,
    (n) => ({ action: 'continue', when: conditions(n) }),
    'at most 20 conditions',
  ],
  [
    'codes of a rule',
    100,
    StatusCodeAction,
    (n) => ({ action: 'continue', statusCodes: times(n, (index) => 200 + index) }),
    'at most 100 status codes',
  ],
  ['characters of a question', 2_000, ApiCall, (n) => waiting({ message: 'x'.repeat(n) }), '2,000'],
  ['choices of a question', 6, ApiCall, (n) => waiting({ choices: times(n, String) }), '6'],
  ['characters of a choice', 40, ApiCall, (n) => waiting({ choices: ['x'.repeat(n)] }), '40 characters'],
  ['conditions of a trigger', 20, OnlyRunIf, conditions, 'at most 20 conditions'],
  ['hours of a key', 720, Dedupe, (hours) => ({ by: 'header', of: 'X-Id', hours }), '1 to 720 hours'],
  [
    'variables of a webhook',
    50,
    TriggerConfig,
    (n) => ({ type: 'webhook', webhook: { variables: read(n) } }),
    '50',
  ],
];

test.each(bounds)('%s: at most %d', (_what, most, schema, make, message) => {
  expect(schema.safeParse(make(most)).error).toBeUndefined();
  expect(schema.safeParse(make(most + 1)).error?.issues).toEqual([
    expect.objectContaining({ message: expect.stringContaining(message) }),
  ]);
});

test('a key of deliveries counts for a day, unless it says for how many hours', () => {
  expect(Dedupe.parse({ by: 'header', of: 'X-Id' }).hours).toBe(24);
  expect(Dedupe.safeParse({ by: 'header', of: 'X-Id', hours: 0 }).success).toBe(false);
});
