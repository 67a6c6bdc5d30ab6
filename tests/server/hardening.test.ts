// What every answer carries, whom a browser may be made to speak for, and what stored text can do: on the built server.
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedIntegration, webhookTrigger } from '../support/seed';
import { startServer } from '../support/server';
import { type Installation, install } from './installation';

const appUrl = 'https://hooks.example.com';
let installation: Installation;

beforeAll(async () => {
  installation = await install({ env: { APP_URL: appUrl, LOG_LEVEL: 'info' } });
});

afterAll(() => installation.remove());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(installation.server.url + path, { redirect: 'manual', ...init });
}

function askSignedIn(path: string): Promise<Response> {
  return ask(path, { headers: { Cookie: installation.seed.cookie } });
}

const asset = `/assets/${readdirSync('build/client/assets').find((name) => name.endsWith('.js'))}`;
const everywhere = ['/login', '/', '/nothing-here', '/api/users/me', '/healthz', '/webhook/nobody', asset];

describe('every response', () => {
  test.each(everywhere)(
    '%s forbids guessing its type, being framed, and going back to http',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      expect(headers.get('Content-Type')).toBeTruthy();
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(headers.get('X-Powered-By')).toBeNull();
      expect(headers.get('Server')).toBeNull();
    },
  );

  test('speaks for the names below the host when the operator says so', async () => {
    const env = { APP_URL: appUrl, HSTS_SUBDOMAINS: 'on' };
    const server = await startServer({ env });
    for (const path of everywhere) {
      const { headers } = await fetch(server.url + path, { redirect: 'manual' });
      expect(headers.get('Strict-Transport-Security'), path).toBe('max-age=31536000; includeSubDomains');
    }
    expect(await server.kill('SIGTERM')).toBe(0);
  });

  test('a page lets run only the scripts that carry its own nonce', async () => {
    const [first, second] = await Promise.all([ask('/login'), ask('/login')]);
    const policy = first.headers.get('Content-Security-Policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/(script|style)-src[^;]*unsafe/);
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(second.headers.get('Content-Security-Policy')).not.toContain(nonce);
    const scripts = [...(await first.text()).matchAll(/<script\b([^>]*)>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes] of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
  });

  test('is not cached when it is for one user, and files that never change are cached', async () => {
    for (const path of ['/', '/profile', '/organization/settings', '/profile.data']) {
      const answer = await askSignedIn(path);
      expect([path, answer.headers.get('Cache-Control')]).toEqual([path, 'no-store']);
    }
    // JSON may be asked for again by its ETag, of whoever asked before alone.
    const json = await askSignedIn('/api/users/me');
    expect(json.headers.get('Cache-Control')).toMatch(/^(?:no-store|private, no-cache)$/);
    expect((await ask(asset)).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect((await ask('/favicon.svg')).headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect((await ask('/assets/nothing.js')).headers.get('Cache-Control') ?? '').not.toContain('max-age');
  });

  test.each(['/login', '/', '/docs/security', '/theme'])(
    '%s for a guest with a cookie is cached by their browser alone',
    async (path) => {
      const { headers } = await ask(path, { headers: { Cookie: 'signed_up=of-this-browser' } });
      expect(headers.get('Cache-Control')).toMatch(/^private, no-cache/);
    },
  );

  test('tells other sites no more than the origin', async () => {
    expect((await ask('/login')).headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  });
});

test('a password is typed hidden, and a manager may fill it in', async () => {
  for (const [path, kind] of [
    ['/login', 'current-password'],
    ['/signup', 'new-password'],
  ]) {
    const page = await (await ask(path ?? '')).text();
    const [field = ''] = /<input[^>]*name="password"[^>]*>/.exec(page) ?? [];
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${kind}"`);
    expect(field).not.toMatch(/onpaste/i);
  }
});

describe.each(['/login', '/signup'])('%s at an address', (path) => {
  test.each<[string, Record<string, string>, boolean]>([
    ['by plain http, which keeps no cookie', { Host: '192.0.2.7:3000' }, true],
    ['of this machine, which keeps it', { Host: 'localhost:3000', 'Sec-Fetch-Site': 'none' }, false],
    ['of a proxy that sends a Host of its own', { Host: '127.0.0.1:3000', 'Sec-Fetch-Site': 'none' }, false],
    ['that is the right one, in an old browser', { Host: 'hooks.example.com' }, false],
  ])('%s names the right one only where it is needed', async (_name, headers, isSaid) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const page = await sendRaw([`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n'));
    expect(page.includes('Logging in does not work at this address')).toBe(isSaid);
    expect(page.includes(`href="${appUrl}${path}"`)).toBe(isSaid);
  });
});

test('/healthz says that the server is up and nothing else', async () => {
  expect(await (await ask('/healthz')).text()).toBe('{"status":"ok"}');
});

/** A state change in the name of whoever is signed in. */
function change(headers: Record<string, string>, path = '/auth/logout'): Promise<Response> {
  return ask(path, { method: 'POST', headers: { Cookie: installation.seed.cookie, ...headers } });
}

describe('a state change', () => {
  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.example.com' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
  ])('with a cookie that comes from %j is rejected', async (headers) => {
    const answer = await change(headers);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'CROSS_ORIGIN' }),
    ]);
    expect((await askSignedIn('/api/users/me')).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'an address',
      { Origin: 'http://10.0.0.5:3000' },
      ['came from http://10.0.0.5:3000.', 'make the proxy pass'],
    ],
    ['nothing', { Origin: 'null' }, ['does not say which address', 'APP_URL']],
    [
      'no address',
      { Origin: 'https://a.example/<b>', 'Sec-Fetch-Site': 'cross-site' },
      ['https://a.example.'],
    ],
  ])('by a form from %s gets a page that says what to do', async (_name, headers, said) => {
    const answer = await change({ ...headers, Accept: 'text/html,*/*;q=0.8' }, '/login');
    const page = await answer.text();
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([
      403,
      expect.stringContaining('no-store'),
    ]);
    expect(answer.headers.get('X-Refused')).toContain(`from ${appUrl} only`);
    for (const each of [...said, `accepts forms from ${appUrl} only. Nothing was changed.`])
      expect(page.replaceAll(/\s+/g, ' ')).toContain(each);
    expect(page).not.toContain('<b>');
  });

  const form = new FormData();
  form.set('email', 'nobody@example.com');
  test.each<[string, RequestInit, Record<string, string>]>([
    ['without script', { body: new URLSearchParams({ email: 'nobody@example.com' }) }, {}],
    ['of a browser', { body: form }, { 'Sec-Fetch-Site': 'same-origin' }],
    ['behind two', { body: form }, { 'X-Forwarded-Host': 'proxy.internal' }],
  ])('by a form %s is read behind a proxy that sends a Host of its own', async (_name, init, headers) => {
    for (const path of ['/login', '/login.data']) {
      const answer = await ask(path, { method: 'POST', headers: { Origin: appUrl, ...headers }, ...init });
      expect([path, answer.status]).toEqual([path, 422]);
      expect(await answer.text()).toContain('Password is required');
    }
  });

  test('is no form of another site: a body for a JSON call has to be JSON', async () => {
    const answer = await change({ Origin: appUrl, 'Content-Type': 'text/plain' }, '/api/integrations');
    expect(answer.status).toBe(415);
  });

  test('of another origin is not promised by a preflight', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await ask('/api/integrations', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('Access-Control-Allow-Methods')).toBeNull();
  });

  test.each(['/logout', '/auth/logout'])('is not made by opening %s', async (path) => {
    await askSignedIn(path);
    expect((await askSignedIn('/api/users/me')).status).toBe(200);
  });
});

/** Sends bytes as they are, and reads the answer. */
async function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(installation.server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Not ended: Node hangs up on a client that says it has nothing more to send, answered or not.
  socket.write(text);
  return readText(socket);
}

describe('a request', () => {
  test('whose end is given in two ways is rejected', async () => {
    const head = 'POST /auth/login/user HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const answer = await sendRaw(`${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['/api/users/me', '/login'])(
    'by TRACE for %s is not echoed, and nobody is woken for it',
    async (path) => {
      const head = `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(head);
      expect(answer).toMatch(/^HTTP\/1\.1 40[45] /);
      expect(answer).not.toContain('s3cret');
      expect(installation.server.output()).not.toContain('"level":50');
    },
  );

  test('that is given up while its page is made is no error of the server', async () => {
    const { hostname, port } = new URL(installation.server.url);
    // The page is made a few milliseconds after its request came: some leave before, some meanwhile, some after.
    for (let leftAfter = 0; leftAfter < 40; leftAfter += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write('GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await setTimeout(leftAfter / 2);
      socket.destroy();
      await once(socket, 'close');
    }
    expect((await ask('/login')).status).toBe(200);
    expect(installation.server.output()).not.toContain('"level":50');
  });

  test.each([
    ['TRACE', '/login', 405],
    ['TRACE', '/login.data', 405],
    ['TRACE', '/__manifest?p=/login', 405],
    ['GET', '/login?_data=routes%2Flogin', 404],
    ['HEAD', '/nothing-here?x&_data', 404],
    ['PROPFIND', '/login?_data=', 404],
  ] as const)('%s %s, which no screen can read, is no error of the server', async (method, path, status) => {
    const answer = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 405) {
      expect(answer).toMatch(/^Allow: GET, HEAD, POST\r$/im);
      expect(answer).toContain('TRACE is not allowed here. Allowed: GET, HEAD, POST.');
    }
    expect(installation.server.output()).not.toContain('"level":50');
  });

  test.each([
    '/assets/',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.env',
    '/.git/config',
    '/design',
  ])('for %s finds nothing', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  test.each(['/healthz', '/login'])('for %s in HTTP/1.0 needs no Host', async (path) => {
    const { hostname, port } = new URL(installation.server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await readText(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that goes wrong gets a response without anything from inside', async () => {
    const answer = await ask('/api/integrations/%00/execution-logs?limit=x&limit=y', {
      headers: { Cookie: installation.seed.cookie },
    });
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(/ at |\.ts|\.js|node_modules|SELECT/i);
  });

  test('that is rejected stands in the log with where it came from', async () => {
    await ask('/api/integrations', { method: 'POST', headers: { Authorization: 'Bearer wk_wrong' } });
    await expect
      .poll(() => installation.server.output())
      .toMatch(/"status":401,"method":"POST","path":"\/api\/integrations","address":"127\.0\.0\.1"/);
  });
});

test('text that people stored is shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>"\'&{{7*7}}';
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  const id = await seedIntegration(installation.seed, { name, triggerConfig: webhookTrigger(), apiCalls });
  await installation.deliver(id, JSON.stringify({ html: '<script>alert(1)</script>' }));
  for (const path of ['/', `/integration/${id}`, `/integration/${id}/deploy`, `/integration/${id}/logs`]) {
    const page = await (await askSignedIn(path)).text();
    expect(page, path).not.toContain('<img src=x');
    expect(page, path).not.toContain('<script>alert');
  }
  expect(await (await askSignedIn('/')).text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
});
