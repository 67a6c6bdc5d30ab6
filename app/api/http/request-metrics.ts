// Measures how long responses take, by kind. Paths are no label: users make them, so their number has no bound.
import type { MiddlewareHandler } from 'hono';
import type { Metrics, RequestKind } from '~/metrics';
import type { ApiEnv } from './problem-response';

const probes = new Set(['/healthz', '/readyz', '/metrics']);

function kindOf(path: string): RequestKind {
  if (probes.has(path)) return 'probe';
  if (path.startsWith('/api/') || path.startsWith('/auth/')) return 'api';
  return path.startsWith('/assets/') ? 'asset' : 'page';
}

/** Counts each response with its duration; a streamed page until its first part. */
export function measureRequests(metrics: Pick<Metrics, 'countRequest'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const beganAt = performance.now();
    await next();
    metrics.countRequest(kindOf(c.req.path), c.res.status, performance.now() - beganAt);
  };
}
