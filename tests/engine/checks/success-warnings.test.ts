import { describe, expect, test } from 'vitest';
import { listWarnings } from '~/engine/checks/warnings';
import { makeChain, makeHandling } from '../run/run-steps';

const looksAt = (field: string) => ({
  statusCodes: ['2xx'],
  when: [{ field, operator: 'exists' }],
  action: 'stop_notify',
});

function warn(url: string, rules?: object[]): string[] {
  const handlings = rules ? [makeHandling('c1', rules)] : [];
  return listWarnings(
    makeChain([{ id: 'c1', name: 'Send', method: 'POST', url, body: '{}' }], { handlings }),
  );
}

const graphql =
  'Send: a GraphQL API answers 200 also when it has done nothing. Add a rule that looks at response.body.errors, under Response Handling.';
const slack =
  'Send: Slack answers 200 also when it has done nothing. Add a rule that looks at response.body.ok, under Response Handling.';

describe('an API that reports failures with 200', () => {
  test.each([
    ['https://api.linear.app/graphql', graphql],
    ['https://shop.myshopify.com/admin/api/2026-01/graphql.json', graphql],
    ['/graphql?v=2', graphql],
    ['https://{{shop}}.example.com/api/GraphQL/', graphql],
    ['https://slack.com/api/chat.postMessage', slack],
    ['https://www.slack.com/api/conversations.list?limit=9', slack],
  ])('is warned of without a rule: %s', (url, warning) => {
    const given = warn(url);
    expect(given).toContain(warning);
    expect(warn(url, [{ statusCodes: [500], action: 'continue' }])).toContain(warning);
    const field = warning === slack ? 'response.body.ok' : 'response.body.errors[0].message';
    expect(warn(url, [looksAt(field)])).toEqual(given.filter((each) => each !== warning));
  });

  test.each([
    'https://hooks.slack.com/services/T0/B0/x',
    'https://api.example.com/graphql-docs',
    'https://api.example.com/?next=/graphql',
    'https://notslack.com/api/x',
    'https://example.com/slack.com/api/x',
  ])('is no other: %s', (url) => {
    expect(warn(url).filter((warning) => warning.includes('answers 200'))).toEqual([]);
  });
});

const handle = (rules: object[], defaultAction: string) =>
  listWarnings(
    makeChain([{ id: 'c1', name: 'Send', url: 'https://api.acme.test/' }], {
      handlings: [makeHandling('c1', rules, { defaultAction })],
    }),
  ).filter((warning) => warning.includes('no rule names a code of success'));

describe('rules that leave no way to succeed', () => {
  test.each([
    [[], 'stop_notify', 1],
    [[{ statusCodes: ['4xx', 'network'], action: 'continue' }], 'stop_notify', 1],
    [[{ statusCodes: ['4xx'], action: 'continue' }], 'continue', 0],
    [[{ statusCodes: [204], action: 'continue' }], 'stop_notify', 0],
    [[{ statusCodes: ['200-299'], action: 'end' }], 'stop_notify', 0],
    [
      [{ statusCodes: [], when: [{ field: 'response.body.ok', operator: 'exists' }], action: 'continue' }],
      'stop_notify',
      0,
    ],
  ])('are warned of: %j, else %s', (rules, defaultAction, count) => {
    expect(handle(rules, defaultAction)).toHaveLength(count);
  });
});
