import { describe, expect, test } from 'vitest';
import { explainLack } from '~/engine/lacked-variables';
import { makeDefinition } from '../definition/call';
import { answer, eventOf, run } from './recorded-events';

const variables = [
  { name: 'email', jsonPath: '$.email' },
  { name: 'phone', jsonPath: '$.contact.phone' },
  { name: 'city', jsonPath: '$.city' },
];

function listLacked(call: Parameters<typeof makeDefinition>[0][number], triggerData: unknown) {
  const definition = makeDefinition([{ method: 'POST', url: 'https://crm.example/', ...call }], variables);
  return run(definition, { triggerData, answers: [answer('')] }).then(
    (told) => eventOf(told, 'call-started').request.lacked,
  );
}

describe('the log of a request', () => {
  test('names the variables that the payload lacks, with their paths', async () => {
    const body = '{"email":"{{email}}","phone":"{{phone}}","again":"{{phone}}"}';
    expect(await listLacked({ body }, { email: 'a@b.example' })).toEqual([
      { variableName: 'phone', jsonPath: '.contact.phone' },
    ]);
  });

  test('looks at the URL, at headers and at credentials', async () => {
    const call = {
      url: 'https://crm.example/{{phone}}',
      headers: { 'X-City': '{{city}}' },
      authConfig: { type: 'basic' as const, username: '{{email}}', password: 'p' },
    };
    expect((await listLacked(call, {}))?.map(({ variableName }) => variableName)).toEqual([
      'email',
      'phone',
      'city',
    ]);
  });

  test.each([
    ['a null of the payload', '{"a":"{{phone}}"}', { contact: { phone: null } }],
    ['an empty text of the payload', '{"a":"{{phone}}"}', { contact: { phone: '' } }],
    ['a variable with a default', '{"a":"{{phone | default: \\"none\\"}}"}', {}],
    ['a variable that the call does not use', '{"a":"{{email}}"}', { email: 'a@b.example' }],
  ])('does not name %s', async (_what, body, triggerData) => {
    expect(await listLacked({ body }, triggerData)).toBeUndefined();
  });
});

/** Returns the message with which a run ends. */
async function refuse(
  call: Parameters<typeof makeDefinition>[0][number],
  triggerData: unknown,
  settings: object = {},
) {
  const definition = makeDefinition([{ method: 'POST', url: 'https://crm.example/', ...call }], variables);
  const { events } = await run({ ...definition, ...settings }, { triggerData, answers: [] });
  const ended = events.find(({ kind }) => kind === 'run-ended');
  return ended?.kind === 'run-ended' ? ended.errorMessage : undefined;
}

describe('the message of a call that is refused', () => {
  const lackedPhone = { variableName: 'phone', jsonPath: '.contact.phone' };
  const why = 'The payload has nothing at .contact.phone. If it may be absent, write';

  test.each([
    [
      'for a filter that refuses it',
      { body: '{"a":{{ phone | number }}}' },
      `number needs a number. ${why} {{phone | default: "…"}}, with any further filters behind it.`,
    ],
    [
      'for a path into it',
      { url: 'https://crm.example/{{phone.mobile}}' },
      `has no value. ${why} {{phone.mobile | default: "…"}}, with any further filters behind it.`,
    ],
    ['in a header', { headers: { 'X-Phone': '{{phone | number}}' } }, why],
  ])('says that the payload lacks the variable, and how to allow for that: %s', async (_what, call, text) => {
    expect(await refuse(call, {})).toContain(text);
  });

  test('names a path that is long in part', async () => {
    const message = await refuse({ url: `https://crm.example/{{phone.${'x'.repeat(5_000)}}}` }, {});
    expect(message).toContain(why);
    expect(message?.length).toBeLessThan(500);
  });

  test('does not take a value for the placeholder that was refused, however often it looks like one', async () => {
    const address = '{{phone}} in the URL has no value.';
    const message = await refuse({ url: '{{email}}' }, { email: address });
    expect(message).toBe(`API Call 1: URL must be a valid HTTP/HTTPS URL: ${address}`);
    const many = '{{phone}} in '.repeat(100_000);
    expect(explainLack({ kind: 'refused', message: many }, [lackedPhone])).toBe(many);
    const unfilled = { source: 'phone.mobile', name: 'phone', path: '.mobile' };
    expect(explainLack({ kind: 'refused', message: many, unfilled }, [lackedPhone]).slice(many.length)).toBe(
      ` ${why} {{phone.mobile | default: "…"}}, with any further filters behind it.`,
    );
  });

  test('says so of a computed variable', async () => {
    const runSettings = { computed: [{ saveAs: 'digits', template: '{{phone | number}}' }] };
    expect(await refuse({}, {}, { runSettings })).toContain(why);
  });

  test.each([
    ['the payload has the variable', { contact: { phone: 'none' } }, '{{phone | number}}'],
    ['the message is about another variable', { city: 'x' }, '{{city | number}}'],
  ])('says nothing of it when %s', async (_what, triggerData, body) => {
    const message = await refuse({ body }, triggerData);
    expect(message).toContain('number needs a number');
    expect(message).not.toContain('The payload has nothing');
  });
});
