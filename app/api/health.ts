// The calls for operators and their machines: whether the server is up, whether it can work, and its metrics.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Context } from 'hono';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import { measure } from '~/services/monitoring/measurements';
import { createReadinessCheck, type Readiness } from '~/services/monitoring/readiness';
import { createAddressList, isListed } from '~/services/limits/network-address';
import { type ApiEnv, problemResponse } from './http/problem-response';
import { createApi, defineRoute } from './openapi/route';
import { Health, NotReady, Ready } from './shapes/health';

/** The message for each check that fails. */
const troubles: Record<keyof Readiness, string> = {
  serving: 'the server is stopping',
  database: 'the database cannot be written',
  integrity: 'the database is damaged or was moved',
  schema: 'the database has the schema of another build',
  runner: 'the runner does not look for work',
  disk: 'the disk is nearly full',
};

const retryAfterSeconds = 10;

const server = { method: 'get', tag: 'Server', access: 'public', isFresh: true } as const;

const healthRoute = defineRoute({
  ...server,
  path: '/healthz',
  id: 'readHealth',
  summary: 'Check that the server is up',
  responses: { 200: { description: 'It is.', schema: Health } },
});

const readinessRoute = defineRoute({
  ...server,
  path: '/readyz',
  id: 'readReadiness',
  summary: 'Check that the server is ready',
  text: 'Nobody told the server to stop, a row can be written and read, no damage was found, the schema is that of this build, the runner claims work, and the disk has room. A row is written at most once a second, however often this is called.',
  responses: {
    200: { description: 'It can.', schema: Ready },
    503: { description: 'It cannot; `checks` says why.', schema: NotReady },
  },
});

const metricsRoute = defineRoute({
  ...server,
  path: '/metrics',
  id: 'readMetrics',
  summary: 'Read metrics for Prometheus',
  text: 'With `METRICS_TOKEN` as the bearer token; where none is set, only the machine that the server runs on may ask.',
  responses: {
    200: { description: 'In the text format of Prometheus.', schema: z.string(), mediaType: 'text/plain' },
  },
  problems: ['unauthenticated', 'invalid-token', 'not-found'],
});

/** `/healthz`, `/readyz` and `/metrics`. */
export function createHealthApi(context: AppContext) {
  const api = createApi();
  const checkReadiness = createReadinessCheck(context);
  const trustedProxies = createAddressList(context.config.trustedProxies);

  api.openapi(healthRoute, (c) => c.json({ status: 'ok' as const }, 200));

  api.openapi(readinessRoute, async (c) => {
    c.header('Cache-Control', 'no-store');
    context.shutdown.noteCheck();
    const checks = await checkReadiness();
    const wrong = listWrong(checks);
    if (wrong.length === 0) return c.json({ status: 'ready' as const, checks }, 200);
    const message = `Not ready: ${wrong.map((name) => troubles[name]).join('; ')}.`;
    const { headers, body } = describeProblem({ kind: 'unavailable', message, retryAfterSeconds });
    return c.json({ ...body, checks }, 503, headers);
  });

  api.openapi(metricsRoute, async (c) => {
    const { metricsToken, appUrl } = context.config;
    if (
      metricsToken === undefined &&
      !(isFromThisMachine(c, trustedProxies) && isForThisMachine(c, appUrl))
    ) {
      return problemResponse(c, { kind: 'not-found' });
    }
    if (metricsToken !== undefined && !isSame(c.req.header('Authorization'), `Bearer ${metricsToken}`)) {
      const wasSent = c.req.header('Authorization') !== undefined;
      return problemResponse(c, { kind: wasSent ? 'invalid-token' : 'unauthenticated' });
    }
    const isReady = listWrong(await checkReadiness()).length === 0;
    const { text, contentType } = await context.metrics.describe({ ...(await measure(context)), isReady });
    return c.body(text, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  });

  return api;
}

function listWrong(checks: Readiness): (keyof Readiness)[] {
  const names = Object.keys(checks) as (keyof Readiness)[];
  return names.filter((name) => checks[name] === false);
}

const forwardingHeaders = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];

/** Checks whether the request comes from this machine. One that a proxy here passes on comes from elsewhere. */
function isFromThisMachine(c: Context<ApiEnv>, trustedProxies: BlockList): boolean {
  const peer = (c.env.incoming.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const isLoopback = peer === '::1' || peer.startsWith('127.');
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  return isLoopback && !isForwarded && !isListed(trustedProxies, peer);
}

/**
 * Checks whether a request names this machine or this server as its host. A page of another site can make a browser on this
 * machine resolve the site's own name to this machine, and could then read the response. The Host header reveals that name.
 */
function isForThisMachine(c: Context<ApiEnv>, appUrl: string): boolean {
  const host = c.req.header('Host')?.toLowerCase();
  if (host === undefined || host === new URL(appUrl).host) return true;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
}

/** Compares digests, so that the time this takes reveals nothing. */
function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
