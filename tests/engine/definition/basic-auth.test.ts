import { describe, expect, test } from 'vitest';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { makeCall, makeDefinition } from './call';
import { answer, eventOf, run } from '../run/recorded-events';

function build(username: string, password: string, values: Record<string, unknown> = {}) {
  const authConfig = { type: 'basic', username, password } as const;
  const headers = { authorization: 'Basic of-the-header' };
  return finish(buildRequest(makeCall({ headers, authConfig }), new Map(Object.entries(values)), 'key'));
}

describe('a user name and a password', () => {
  // The first two are the examples of RFC 7617 §2 and §2.1.
  test.each([
    ['Aladdin', 'open sesame', {}, 'QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    ['test', '123£', {}, 'dGVzdDoxMjPCow=='],
    ['{{user}}/token', '{{word}}', { user: 'ada', word: 'péché:1' }, btoa('ada/token:p\xc3\xa9ch\xc3\xa9:1')],
    ['{{key}}', '', { key: 12345678901234567890n }, btoa('12345678901234567890:')],
    ['', 'key', {}, btoa(':key')],
    ['a', '{{b}}', { b: '{{c}}' }, btoa('a:{{c}}')],
  ])(
    '%s and %s are sent in UTF-8 and base64, in the place of a header',
    (username, password, values, sent) => {
      expect(build(username, password, values)).toMatchObject({
        kind: 'request',
        request: {
          headers: [
            ['Authorization', `Basic ${sent}`],
            ['Idempotency-Key', 'key'],
          ],
        },
      });
    },
  );

  test.each([
    [
      ['{{user}}', 'x'],
      'A username must not contain a colon: Basic authentication would take the rest for the password.',
    ],
    [['a', '{{lines}}'], 'Username and password must not contain line breaks or other control characters.'],
    [['a', '{{long}}'], 'Username and password are too long.'],
    [['{{nobody}}', 'x'], 'The variable {{nobody}} in the user name has no value.'],
    [['a', '{{nobody.b}}'], 'The variable {{nobody.b}} in the password has no value.'],
  ])('%j ends the call before it is sent', ([username = '', password = ''], message) => {
    const values = { user: 'a:b', lines: 'a\nb', long: 'x'.repeat(8_000) };
    expect(build(username, password, values)).toMatchObject({ kind: 'refused', message });
  });
});

describe('the log', () => {
  const url = 'https://api.example/';

  test.each([
    ['ada', 'open sesame', 'open sesame'],
    ['{{user}}', '{{word}}', 'a secret word'],
    ['a-key-for-all', '', 'a-key-for-all'],
  ])('of %s and %s shows neither the secret nor what is sent of it', async (username, password, secret) => {
    const definition = makeDefinition(
      [
        { url, authConfig: { type: 'basic', username, password } },
        { url, headers: { 'X-A': '{{trigger.echo}}' } },
      ],
      [
        { name: 'user', jsonPath: '.user' },
        { name: 'word', jsonPath: '.word' },
      ],
    );
    const [name, word] = [username, password].map((text) =>
      text.replace('{{user}}', 'ada').replace('{{word}}', 'a secret word'),
    );
    const sent = btoa(`${name}:${word}`);
    const told = await run(definition, {
      triggerData: { user: 'ada', word: 'a secret word', echo: `got ${sent}` },
      answers: [answer({ you: `${name}:${word}`, sent: `Basic ${sent}` }), answer('')],
    });
    expect(told.sent[0]?.headers).toContainEqual(['Authorization', `Basic ${sent}`]);
    expect(eventOf(told, 'call-started').request.headers).toContainEqual(['Authorization', 'Basic ••••']);
    expect(eventOf(told, 'call-finished').response?.body).toBe(
      JSON.stringify({ you: `${name}:${word}`.replace(secret, '••••'), sent: 'Basic ••••' }),
    );
    expect(eventOf(told, 'call-started', 1).request.headers).toContainEqual(['X-A', 'got ••••']);
  });
});
