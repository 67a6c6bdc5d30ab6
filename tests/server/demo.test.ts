// `npm start` and `npm run demo` in one checkout: each has its own data, on whatever port.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import BetterSqlite3 from '~/db/core/sqlite';
import { findFreePort } from '../support/free-port';
import { waitFor } from '../support/wait-for';
import { createCheckout, type RunningCommand, startCommand } from './checkout';

async function run(
  root: string,
  script: 'start' | 'demo',
  env: Record<string, string> = {},
): Promise<RunningCommand> {
  const PORT = String(await findFreePort());
  const command = startCommand(root, [process.execPath, `scripts/${script}.js`], { ...env, PORT });
  onTestFinished(() => void command.process.kill('SIGKILL'));
  return command;
}

async function stop({ process, ended }: RunningCommand): Promise<void> {
  process.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

function query<Row>(root: string, directory: string, sql: string): Row[] {
  const db = new BetterSqlite3(join(root, directory, 'wicked.db'), { readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

/** What the demo's integrations call. */
function listUrls(root: string): string[] {
  const rows = query<{ definition: string }>(
    root,
    'data-demo',
    'select definition from integration_versions where rowid in (select max(rowid) from integration_versions group by integration_id)',
  );
  return rows.flatMap(({ definition }) => definition.match(/http:\/\/127\.0\.0\.1:\d+\/\w+/g) ?? []);
}

async function countCompleted(root: string): Promise<number> {
  const unfinished = `select id, status from executions where status in ('queued', 'running')`;
  const list = () => query(root, 'data-demo', unfinished);
  await waitFor(
    () => `the end of the demo's executions: ${JSON.stringify(list())}`,
    () => list().length === 0,
  );
  return query(root, 'data-demo', `select 1 from executions where status = 'completed'`).length;
}

/** Another program on the port that the sample API would like to have. */
async function takePort(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    // Where another program has it, that will do.
    server.once('error', () => resolve());
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

/** Those of a process that serves pages, in an installation with a single sign-on and programs that watch it. */
const installed = {
  PASSWORD_LOGIN: 'off',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'wicked',
  OIDC_CLIENT_SECRET: 'a secret of the provider',
  ADMIN_EMAIL: 'ada@example.com',
  RUNNER: 'off',
  AUDIT_STREAM: 'https://siem.example.com/audit',
  AUDIT_STREAM_SECRET: 'a secret of the stream, long enough',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
};

test('a demo after a first start has its own data, in which a start never serves it', async () => {
  const root = createCheckout();
  const started = await run(root, 'start');
  await started.told(/Next: open/);
  await stop(started);
  expect(existsSync(join(root, 'data', 'wicked.db'))).toBe(true);

  const demo = await run(root, 'demo', installed);
  const [, url = ''] = await demo.told(/The demo is ready at (http:\/\/localhost:\d+)\/login/);
  const login = await fetch(`${url}/auth/login/user`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email: 'demo@example.com', password: 'Wicked-demo-1' }),
  });
  expect([login.status, demo.output()]).toEqual([200, expect.stringContaining('Its data: ./data-demo')]);
  expect(await countCompleted(root)).toBe(4);
  // It tells nothing to the programs that the installation tells.
  const headers = { Cookie: login.headers.getSetCookie().join('; ') };
  const installation: unknown = await (await fetch(`${url}/api/installation/overview`, { headers })).json();
  expect(installation).toMatchObject({
    settings: { AUDIT_STREAM: 'off', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
  });
  expect(demo.output()).not.toContain('has no effect');
  await stop(demo);
  expect(query(root, 'data', 'select * from users')).toEqual([]);
});

test('where the port of the sample API is taken, the demo takes another, and says so', async () => {
  const root = createCheckout();
  const other = await takePort(4010);
  const first = await run(root, 'demo');
  const [, port = ''] = await first.told(/Another program has port 4010, so the sample API listens on (\d+)/);
  await first.told(/The demo is ready at/);
  expect(new Set(listUrls(root).map((url) => new URL(url).port))).toEqual(new Set([port]));
  expect(await countCompleted(root)).toBe(4);
  await stop(first);

  // The next one has another free port, or the usual one again: the integrations follow it, token and all.
  const second = await run(root, 'demo');
  await second.told(/The demo is ready at/);
  const [, moved = ''] = /sample API listens on (\d+)/.exec(second.output()) ?? [];
  expect(new Set(listUrls(root).map((url) => new URL(url).port))).toEqual(new Set([moved]));
  expect(query(root, 'data-demo', 'select id from integrations')).toHaveLength(3);
  await stop(second);
  other.close();
  if (other.listening) await once(other, 'close');
});

test('data of others in the place of the demo is left alone', async () => {
  const root = createCheckout();
  const demo = await run(root, 'demo');
  await demo.told(/The demo is ready at/);
  await stop(demo);
  const db = new BetterSqlite3(join(root, 'data-demo', 'wicked.db'));
  db.exec(`update users set email = 'ada@example.com'`);
  db.close();
  const { code, stderr } = await (await run(root, 'demo')).ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining('holds data of its own: move it away')]);
});
