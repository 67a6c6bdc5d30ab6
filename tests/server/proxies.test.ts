// The reverse proxies of docs/self-hosting.md, configured by what stands there. Only where they listen, where the server
// listens and what certificate they show is put in its place.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { request as requestByTls } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBlock } from '../docs/documents';
import { createCertificate } from '../support/certificate';
import { findFreePort } from '../support/free-port';
import { type Seed, seedIntegration, seedOwner, webhookTrigger } from '../support/seed';
import { createDataDir, startServer } from '../support/server';

const document = 'docs/self-hosting.md';
const name = 'hooks.example.com';

interface Place {
  directory: string;
  /** Where the proxy listens, and where the server does. */
  port: number;
  serverPort: number;
}

interface Proxy {
  program: string;
  isTls: boolean;
  /** What waits while the server is started anew; all else is answered 502 then. */
  waits: 'all' | 'pages' | 'nothing';
  /** Writes the configuration; answers the arguments of the program. */
  configure: (place: Place) => string[];
}

/** Puts something else in the place of each of these texts, every one of which has to be there. */
function exchange(text: string, places: Record<string, string>): string {
  return Object.entries(places).reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);
}

/** What the `nginx.conf` of Debian sets for every site. */
const debian = 'sendfile on; tcp_nopush on; gzip on;';

const proxies: Record<string, Proxy> = {
  nginx: {
    program: '/usr/sbin/nginx',
    isTls: true,
    waits: 'nothing',
    configure({ directory, port, serverPort }) {
      const { key, cert } = createCertificate(name);
      writeFileSync(join(directory, 'key.pem'), key);
      writeFileSync(join(directory, 'cert.pem'), cert);
      const server = exchange(findBlock(document, 'proxy'), {
        'listen 443': `listen 127.0.0.1:${port}`,
        [`/etc/letsencrypt/live/${name}/fullchain.pem`]: join(directory, 'cert.pem'),
        [`/etc/letsencrypt/live/${name}/privkey.pem`]: join(directory, 'key.pem'),
        '127.0.0.1:3000': `127.0.0.1:${serverPort}`,
      });
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const paths = kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join('\n');
      const isRoot = process.getuid?.() === 0;
      writeFileSync(
        join(directory, 'nginx.conf'),
        `${isRoot ? 'user root;' : ''} daemon off; pid ${directory}/pid; error_log stderr;
        events {} http { access_log off; ${debian} ${paths} ${server} }`,
      );
      return ['-c', join(directory, 'nginx.conf'), '-p', directory];
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    isTls: false,
    // It cannot send a body again (https://github.com/caddyserver/caddy/issues/7546).
    waits: 'pages',
    configure({ directory, port, serverPort }) {
      // With its own name Caddy would ask for a certificate.
      const site = exchange(findBlock(document, 'caddy'), {
        [`${name} {`]: `http://${name}:${port} {\n  bind 127.0.0.1`,
        '127.0.0.1:3000': `127.0.0.1:${serverPort}`,
      });
      writeFileSync(join(directory, 'Caddyfile'), `{\n  admin off\n}\n${site}`);
      return ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')];
    },
  },
  haproxy: {
    program: '/usr/sbin/haproxy',
    isTls: true,
    waits: 'all',
    configure({ directory, port, serverPort }) {
      const { key, cert } = createCertificate(name);
      const pem = join(directory, 'both.pem');
      writeFileSync(pem, cert + key);
      const lines = exchange(findBlock(document, 'haproxy'), {
        'bind :443': `bind 127.0.0.1:${port}`,
        [`/etc/haproxy/${name}.pem`]: pem,
        '127.0.0.1:3000': `127.0.0.1:${serverPort}`,
      });
      const file = join(directory, 'haproxy.cfg');
      writeFileSync(file, `global\n  stats socket ${directory}/stats\n\n${lines}`);
      return ['-db', '-f', file];
    },
  },
};

/** Whether somebody listens there yet. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Everything of an installation behind a proxy, asked by the public name from 127.0.0.2, which is no proxy. */
async function startBehind({ program, isTls, configure }: Proxy) {
  const dataDir = createDataDir();
  const directory = join(dataDir, 'proxy');
  mkdirSync(directory);
  const [port, serverPort] = [await findFreePort(), await findFreePort()];
  const seed: Seed = await seedOwner(dataDir);
  const env = {
    PORT: String(serverPort),
    APP_URL: `https://${name}`,
    TRUSTED_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  let server = await startServer({ dataDir, env });
  const proxy = spawn(program, configure({ directory, port, serverPort }), {
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = collect(proxy);
  onTestFinished(async () => {
    const ended = once(proxy, 'exit');
    // A proxy that is killed leaves its workers behind. The server would keep its port open where a proxy has asked whether it
    // is ready.
    proxy.kill('SIGTERM');
    await Promise.all([proxy.exitCode === null ? ended : undefined, server.kill('SIGKILL')]);
    await seed.close();
  });
  await expect.poll(async () => (await isOpen(port)) || said(), { interval: 100 }).toBe(true);

  function open(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        localAddress: '127.0.0.2',
        path,
        method,
        agent: false,
        servername: name,
        rejectUnauthorized: false,
        headers: { Host: name, ...headers },
      } as const;
      const asked = isTls ? requestByTls(options, resolve) : request(options, resolve);
      asked.on('error', reject).end(body);
    });
  }

  return {
    seed,
    directory,
    serverPort,
    open,
    output: () => server.output(),
    async ask(path: string, asked?: Asked) {
      const answer = await open(path, asked);
      return { status: answer.statusCode, headers: answer.headers, text: await readText(answer) };
    },
    deliver(id: string, body: string) {
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      };
      return this.ask(`/webhook/${id}`, { method: 'POST', headers, body });
    },
    /** Answers how many milliseconds the server took to stop. */
    async restart() {
      const began = performance.now();
      expect(await server.kill('SIGTERM')).toBe(0);
      const stopMs = performance.now() - began;
      server = await startServer({ dataDir, env });
      return stopMs;
    },
  };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => void (text += String(chunk)));
  return () => text;
}

describe.each(Object.entries(proxies))('behind %s', (kind, proxy) => {
  test.skipIf(!existsSync(proxy.program))('all that the server does works', async () => {
    const behind = await startBehind(proxy);
    const { seed } = behind;
    const id = await seedIntegration(seed, {
      triggerConfig: webhookTrigger(),
      apiCalls: [{ method: 'GET', url: 'http://127.0.0.1:9/' }],
    });

    expect((await behind.deliver(id, '{"a":1}')).status).toBe(202);
    expect((await behind.deliver(id, JSON.stringify('x'.repeat(1_000_000)))).status).toBe(202);
    expect((await behind.deliver('unknown', '{}')).status).toBe(404);

    const page = await behind.ask('/login');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<form')]);
    for (const [site, encoding] of [
      ['same-origin', 'gzip'],
      ['cross-site', undefined],
    ] as const) {
      const asked = { headers: { 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': site } };
      expect((await behind.ask('/login', asked)).headers['content-encoding']).toBe(encoding);
    }
    // Deliveries share connections to the server; to make one for each costs the server as much again.
    expect(countConnections(behind.serverPort)).toBeGreaterThan(0);
    const form = new URLSearchParams({ email: 'nobody@example.com', password: 'Wrong-pass1' }).toString();
    const headers = {
      Origin: `https://${name}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(form.length),
      'X-Forwarded-For': '203.0.113.7',
    };
    const login = await behind.ask('/login', { method: 'POST', headers, body: form });
    expect([login.status, login.text]).toEqual([401, expect.stringContaining('Invalid email or password.')]);
    const foreign = { ...headers, Origin: 'https://evil.example' };
    expect((await behind.ask('/login', { method: 'POST', headers: foreign, body: form })).status).toBe(403);
    // The address that the proxy saw, not the one that its caller made up.
    await expect.poll(() => behind.output()).toMatch(/"status":401,[^\n]*"address":"127\.0\.0\.2"/);
    expect(behind.output()).not.toContain('203.0.113.7');

    await expectManyExported(behind);
    await expectLongImported(behind);

    const stream = await behind.open(`/api/integrations/${id}/execution-logs/stream`, {
      headers: { Cookie: seed.cookie },
    });
    const [first] = (await once(stream, 'data')) as [Buffer];
    expect(String(first)).toContain('retry: 2000');
    const told = once(stream, 'data');
    await behind.deliver(id, '{}');
    expect(String((await told)[0])).toContain('event: change');
    stream.destroy();

    expect((await behind.ask('/healthz')).status).toBe(200);
    if (kind === 'haproxy') await expectChecked(behind.directory);

    const seen = { pages: new Set<number | undefined>(), deliveries: [] as (number | undefined)[] };
    const state = { isBack: false };
    const restarting = behind.restart().then((stopMs) => {
      state.isBack = true;
      return stopMs;
    });
    while (!state.isBack) {
      seen.pages.add((await behind.ask('/healthz')).status);
      seen.deliveries.push((await behind.deliver(id, '{}')).status);
      await sleep(20);
    }
    const stopMs = await restarting;
    // HAProxy asks whether the server is ready, and gets the time to learn that it stops.
    if (kind === 'haproxy') expect(stopMs).toBeGreaterThanOrEqual(5_000);
    expect((await behind.deliver(id, '{}')).status).toBe(202);
    seen.pages.delete(200);
    if (proxy.waits === 'nothing') seen.pages.delete(502);
    expect([...seen.pages]).toEqual([]);
    const refused = seen.deliveries.filter((status) => status !== 202);
    expect(refused.filter((status) => status !== 502)).toEqual([]);
    // One may be connected, and not yet accepted, when the server lets go: nobody can tell whether it was read.
    if (proxy.waits === 'all') expect(refused.length).toBeLessThanOrEqual(1);
  });
});

/** That 200 selected integrations are exported: their ids fit into the address, and into the headers of the answer. */
async function expectManyExported({ seed, ask }: Awaited<ReturnType<typeof startBehind>>): Promise<void> {
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const body = new URLSearchParams([['intent', 'export'], ...ids.map((id) => ['selected', id])]).toString();
  const headers = {
    Cookie: seed.cookie,
    Origin: `https://${name}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  };
  const page = await ask('/integration/select', { method: 'POST', headers, body });
  const [, address = ''] = /href="(\/api\/integrations\/organization\/[^"]+)"/.exec(page.text) ?? [];
  expect(page.status).toBe(200);
  expect(address.length).toBeGreaterThan(7_000);
  const file = await ask(address, { headers: { Cookie: seed.cookie } });
  expect([file.status, JSON.parse(file.text)]).toEqual([200, expect.objectContaining({ integrations: [] })]);
}

/** That an import is read that is longer than any other body may be. */
async function expectLongImported({ seed, ask }: Awaited<ReturnType<typeof startBehind>>): Promise<void> {
  const wish = JSON.stringify({ text: 'curl https://api.example.com/', dryRun: true });
  const body = wish.padEnd(6 * 1024 * 1024);
  const headers = {
    Cookie: seed.cookie,
    Origin: `https://${name}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  };
  const preview = await ask('/api/integrations/import', { method: 'POST', headers, body });
  expect([preview.status, JSON.parse(preview.text)]).toEqual([200, expect.objectContaining({ total: 1 })]);
}

/** How many connections to a port of this machine are open, by the kernel's table: local address, remote address, state. */
function countConnections(port: number): number {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return rows.filter((row) => row.includes(` ${remote} ${established} `)).length;
}

/** That its checks in HTTP/1.0 were answered. */
async function expectChecked(directory: string): Promise<void> {
  const stats = async () => {
    const socket = connect(join(directory, 'stats'));
    socket.end('show stat\n');
    return readText(socket);
  };
  await expect.poll(stats, { interval: 200 }).toMatch(/^wicked,wicked,.*L7OK/m);
}
