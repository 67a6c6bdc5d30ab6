import { expect, it } from 'vitest';
import { emptyDefinition, readDefinition } from '~/services/integrations/validate-definition';

function list(length: number, item: unknown = {}): unknown[] {
  return Array.from({ length }, () => item);
}

const call = { name: 'First', method: 'GET', url: 'https://api.example.com/' };
const names = Object.fromEntries(list(501).map((_, at) => [`x-${at}`, '']));

it.each([
  ['apiCalls', { apiCalls: list(200_000) }],
  ['responseHandlingSteps', { responseHandlingSteps: list(501) }],
  ['apiCalls.0.headers', { apiCalls: [{ ...call, headers: names }] }],
  [
    'apiCalls.0.responseMapping.extractFields',
    { apiCalls: [{ ...call, responseMapping: { extractFields: list(501) } }] },
  ],
  [
    'triggerConfig.webhook.onlyRunIf',
    { triggerConfig: { type: 'webhook', webhook: { onlyRunIf: list(501) } } },
  ],
])('no list of any length is read item by item: %s', (field, change) => {
  expect(readDefinition(change, emptyDefinition)).toEqual({
    kind: 'invalid',
    message: 'Validation failed: At most 500 items are read here',
    fields: { [field]: ['At most 500 items are read here'] },
  });
});

it('lists in lists count together', () => {
  const change = {
    apiCalls: list(500, { ...call, headers: Object.fromEntries(list(400).map((_, at) => [`x-${at}`, ''])) }),
  };
  expect(readDefinition(change, emptyDefinition)).toMatchObject({
    kind: 'invalid',
    message: 'Validation failed: An integration may have at most 50,000 settings',
  });
});

it('the message about a list that is a little too long names the bound', () => {
  expect(readDefinition({ apiCalls: list(51, call) }, emptyDefinition)).toMatchObject({
    fields: { apiCalls: ['An integration may have at most 50 API calls'] },
  });
});

it('an answer names a thousand wrong fields at most', () => {
  const wrong = list(60, { responseMapping: { extractFields: list(100) } });
  const answer = readDefinition({ apiCalls: wrong }, emptyDefinition);
  expect(Object.keys('fields' in answer ? (answer.fields ?? {}) : {})).toHaveLength(1_000);
});

it('what is kept as it was sent may hold more', () => {
  const change = { dataMapping: { all: list(1_000) }, apiCalls: [{ ...call, body: list(1_000) }] };
  expect(readDefinition(change, emptyDefinition)).toMatchObject({ kind: 'definition' });
});

it('what no run reads counts with everything else', () => {
  const change = { dataMapping: { all: list(25_000, [1]) } };
  expect(readDefinition(change, emptyDefinition)).toMatchObject({
    message: 'Validation failed: An integration may have at most 50,000 settings',
  });
});

function callWith(placeholders: number) {
  return { ...call, method: 'POST', body: '{{a}}'.repeat(placeholders) };
}

function crowd(count: number) {
  return {
    triggerConfig: {
      type: 'webhook',
      webhook: { secret: 'a long secret', variables: [{ name: 'a', jsonPath: '$' }] },
    },
    apiCalls: [callWith(10_000), callWith(count)],
  };
}

it('placeholders in all texts count together', () => {
  expect(readDefinition(crowd(10_000), emptyDefinition)).toMatchObject({ kind: 'definition' });
  expect(readDefinition(crowd(10_001), emptyDefinition)).toMatchObject({
    kind: 'invalid',
    message: 'Validation failed: An integration may have at most 20,000 placeholders',
  });
  const unread = { dataMapping: { text: '{{a}}'.repeat(20_001) } };
  expect(readDefinition(unread, emptyDefinition)).toMatchObject({ kind: 'definition' });
});

it('an integration names no more values than an organization may have', () => {
  const texts = list(501).map((_, at) => `{{org.v${at}}}`);
  const change = (values: number) => ({
    apiCalls: [{ ...call, method: 'POST', body: texts.slice(0, values).join(' ') }],
  });
  expect(readDefinition(change(500), emptyDefinition).kind).toBe('definition');
  const message = 'An integration may name at most 500 values, as an organization has no more';
  expect(readDefinition(change(501), emptyDefinition)).toMatchObject({
    kind: 'invalid',
    fields: { apiCalls: [message] },
  });
});
