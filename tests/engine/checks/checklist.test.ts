import { describe, expect, test } from 'vitest';
import { checkDeployable, listCallProblems } from '~/engine/checks/checklist';
import { makeCall } from '../definition/call';

function messagesOf(input: Parameters<typeof makeCall>[0]): [string, string][] {
  return listCallProblems(makeCall(input)).map(({ field, message }) => [field, message]);
}

describe('listCallProblems', () => {
  test.each([
    'https://a.example',
    'http://localhost:3000/x',
    'https://a.example/{{id}}',
    '{{url}}',
    '{{base}}/x',
  ])('finds none in a call to %s', (url) => expect(listCallProblems(makeCall({ url }))).toEqual([]));

  test('says what is missing or wrong, and where', () => {
    expect(messagesOf({ url: ' ' })).toEqual([['url', 'URL is required']]);
    expect(messagesOf({ url: 'a.example' })).toEqual([['url', 'URL must be a valid HTTP/HTTPS URL']]);
    expect(messagesOf({ url: '{{base}}x{{path}}' })).toEqual([['url', 'URL must be a valid HTTP/HTTPS URL']]);
    expect(messagesOf({ authConfig: { type: 'bearer', token: ' ' } })).toEqual([
      ['authConfig.token', 'Bearer token is required'],
    ]);
    const required: [string, string] = ['authConfig.username', 'Username or password is required'];
    expect(messagesOf({ authConfig: { type: 'basic' } })).toEqual([required]);
    for (const parts of [{ username: 'key' }, { password: 'x' }, { username: '{{a}}', password: 'b:c' }]) {
      expect(messagesOf({ authConfig: { type: 'basic', ...parts } })).toEqual([]);
    }
    expect(messagesOf({ authConfig: { type: 'basic', username: 'a:{{b}}', password: 'c' } })).toEqual([
      ['authConfig.username', expect.stringContaining('must not contain a colon')],
    ]);
    expect(messagesOf({ headers: { 'X-A': '1', 'X-B': ' ' } })).toEqual([
      ['headers', 'All headers must have both key and value'],
    ]);
  });

  test('lists all of a call at once, with its id', () => {
    const problems = listCallProblems(
      makeCall({ id: 'x', url: '', headers: { A: '' }, authConfig: { type: 'bearer' } }),
    );
    expect(problems.map(({ callId, field }) => [callId, field])).toEqual([
      ['x', 'url'],
      ['x', 'authConfig.token'],
      ['x', 'headers'],
    ]);
  });
});

describe('checkDeployable', () => {
  const ready = { name: 'Mine', triggerConfig: { type: 'manual' as const }, apiCalls: [makeCall()] };

  test('a name, a trigger and a valid call are enough', () => {
    expect(checkDeployable(ready)).toEqual({
      nameSet: true,
      triggerConfigured: true,
      callsConfigured: true,
      callsValid: true,
      deployable: true,
    });
  });

  test.each([
    ['a blank name', { name: '  ' }, { nameSet: false }],
    ['no call', { apiCalls: [] }, { callsConfigured: false, callsValid: false }],
    ['an invalid call', { apiCalls: [makeCall(), makeCall({ url: '' })] }, { callsValid: false }],
  ])('%s stands in the way', (_what, change, missing) => {
    expect(checkDeployable({ ...ready, ...change })).toMatchObject({ ...missing, deployable: false });
  });
});
