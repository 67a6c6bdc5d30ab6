// What operators and their machines ask: is it up, can it work, what has it done.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { measure } from '~/services/measurements';
import { checkReadiness, type Readiness } from '~/services/readiness';
import { type ApiEnv, answerProblem } from './answer';

/** What is wrong when a check fails. */
const troubles: Record<keyof Readiness, string> = {
  database: 'the database cannot be written',
  schema: 'the database has the schema of another build',
  runner: 'the runner does not look for work',
  disk: 'the disk is nearly full',
};

const retryAfterSeconds = 10;

/** `/healthz`, `/readyz` and `/metrics`. */
export function createHealthApi(context: AppContext): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();

  api.get('/healthz', (c) => c.json({ status: 'ok' }));

  api.get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store');
    const checks = await checkReadiness(context);
    const wrong = listWrong(checks);
    if (wrong.length === 0) return c.json({ status: 'ready', checks });
    const message = `Not ready: ${wrong.map((name) => troubles[name]).join('; ')}.`;
    const { status, headers, body } = describeProblem({ kind: 'unavailable', message, retryAfterSeconds });
    return c.json({ ...body, checks }, status, headers);
  });

  api.get('/metrics', async (c) => {
    const { metricsToken, trustedProxies } = context.config;
    if (metricsToken === undefined && !isFromThisMachine(c, trustedProxies)) {
      return answerProblem(c, { kind: 'not-found' });
    }
    if (metricsToken !== undefined && !isSame(c.req.header('Authorization'), `Bearer ${metricsToken}`)) {
      const wasSent = c.req.header('Authorization') !== undefined;
      return answerProblem(c, { kind: wasSent ? 'invalid-token' : 'unauthenticated' });
    }
    const { text, contentType } = await context.metrics.describe(measure(context));
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });

  return api;
}

function listWrong(checks: Readiness): (keyof Readiness)[] {
  const names = Object.keys(checks) as (keyof Readiness)[];
  return names.filter((name) => checks[name] === false);
}

const forwardingHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];

/** Whether the connection itself comes from here: what a proxy on this machine passes on comes from elsewhere. */
function isFromThisMachine(c: Context<ApiEnv>, trustedProxies: string[]): boolean {
  const peer = (c.env.incoming.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isLoopback = peer === '::1' || peer.startsWith('127.');
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  return isLoopback && !isForwarded && !trustedProxies.includes(peer);
}

/** Compares digests, so that the time it takes tells nothing. */
function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
