import { describe, expect, test } from 'vitest';
import { addQuery, type ConnectionGrant, describeFixed, findReachProblem } from '~/engine/connections/grant';
import { ApiCall } from '~/engine/definition/api-call';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';

const shop = { name: 'Shop', baseUrl: 'https://api.example.com/v1', allowedHosts: ['*.example.net'] };

function build(grant: ConnectionGrant, call: object) {
  const authConfig = { type: 'connection', connectionId: 'c' };
  return finish(
    buildRequest(ApiCall.parse({ id: 'a', order: 1, authConfig, ...call }), new Map(), 'key', { grant }),
  );
}

describe('what is sent', () => {
  test('a bearer token stands behind its scheme', () => {
    const grant = describeFixed({ ...shop, kind: 'bearer', config: { token: 'abcdef' } });
    expect(build(grant, { url: '/orders', headers: { authorization: 'mine' } })).toMatchObject({
      request: {
        url: 'https://api.example.com/v1/orders',
        headers: [
          ['Authorization', 'Bearer abcdef'],
          ['Idempotency-Key', 'key'],
        ],
        secrets: ['abcdef'],
      },
    });
  });

  // `curl --user Aladdin:'open sesame'` sends it, and RFC 7617 §2 has it as its example.
  test('user name and password as curl sends them', () => {
    const config = { username: 'Aladdin', password: 'open sesame' };
    const grant = describeFixed({ ...shop, kind: 'basic', config });
    expect(grant.headers).toEqual([['Authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==']]);
  });

  test('a key in the query stands behind what is there, percent-encoded', () => {
    const config = { in: 'query' as const, name: 'k&y', value: 'a b' };
    const grant = describeFixed({ ...shop, kind: 'api_key', config });
    expect(build(grant, { url: 'https://api.example.com/?a=1#b' })).toMatchObject({
      request: { url: 'https://api.example.com/?a=1&k%26y=a%20b#b', connection: { query: ['k&y'] } },
    });
  });

  test.each([
    [
      'https://api.example.com/v1',
      'https://api.example.com/v1/sendMessage?a=1',
      '/v1/bot7:AA/x/sendMessage?a=1',
    ],
    ['https://api.example.com/v1', 'https://api.example.com/v1/', '/v1/bot7:AA/x'],
    ['https://api.example.com/v1', 'https://api.example.com/v10/a', '/bot7:AA/x/v10/a'],
    ['https://api.example.com', 'https://api.example.com?a=1', '/bot7:AA/x?a=1'],
    ['https://api.example.com', 'https://api.example.com/a#b', '/bot7:AA/x/a#b'],
    // As the page before names the next one.
    [
      'https://api.example.com/v1',
      'https://api.example.com/v1/bot7:AA/x/list?page=2',
      '/v1/bot7:AA/x/list?page=2',
    ],
    ['https://api.example.com', 'https://api.example.com/bot7:AA/xy', '/bot7:AA/x/bot7:AA/xy'],
  ])('of %s a key in the path makes %s go to %s', (baseUrl, url, expected) => {
    const config = { in: 'path' as const, name: 'bot', value: '7:AA/x' };
    const grant = describeFixed({ ...shop, baseUrl, kind: 'api_key', config });
    const built = build(grant, { url });
    expect(built).toMatchObject({ request: { url: `https://api.example.com${expected}` } });
    expect(JSON.stringify(built.kind === 'request' && built.request.connection)).not.toContain('7:AA');
  });

  test.each([
    ['https://a/b', 'https://a/b?k=v'],
    ['https://a/b?', 'https://a/b?k=v'],
    ['https://a/b?c&', 'https://a/b?c&k=v'],
    ['https://a/b#?', 'https://a/b?k=v#?'],
  ])('%s becomes %s', (url, expected) => {
    expect(addQuery(url, [['k', 'v']])).toBe(expected);
  });
});

describe('credentials', () => {
  const grant = describeFixed({ ...shop, kind: 'bearer', config: { token: 'abcdef' } });

  test.each([
    ['https://api.example.com/x', undefined],
    ['https://eu.example.net/x', undefined],
    [
      'https://api.example.com:8443/x',
      'Nothing was sent: the connection Shop does not allow the host api.example.com:8443.',
    ],
    ['https://example.net/', 'Nothing was sent: the connection Shop does not allow the host example.net.'],
    [
      'https://api.example.com.evil.org/',
      'Nothing was sent: the connection Shop does not allow the host api.example.com.evil.org.',
    ],
    [
      'http://api.example.com/',
      'Nothing was sent: the credentials of Shop go over unencrypted http only where its base URL begins with http://.',
    ],
  ])('for %s: %s', (url, problem) => {
    expect(findReachProblem(grant, url)).toBe(problem);
  });

  test('go over http where the base URL says so itself', () => {
    const local = describeFixed({
      name: 'Shop',
      baseUrl: 'http://localhost:8080',
      allowedHosts: [],
      kind: 'bearer',
      config: { token: 'abcdef' },
    });
    expect(findReachProblem(local, 'http://localhost:8080/x')).toBeUndefined();
    expect(findReachProblem(local, 'http://localhost/x')).toBeDefined();
  });

  test('a URL that goes on from a base URL needs one', () => {
    expect(build({ ...grant, baseUrl: '' }, { url: '/orders' })).toEqual({
      kind: 'refused',
      message: 'The connection Shop has no base URL to begin the URL.',
    });
  });
});
