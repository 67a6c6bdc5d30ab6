// The response to a method that an address does not have: such an address must not seem missing.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { rejectMethod } from '../http/method-not-allowed';
import { type ApiEnv, problemResponse } from '../http/problem-response';

/**
 * Answers OPTIONS with the methods that an address has, and other methods with 405 and the same list in `Allow` and in the
 * message (RFC 9110 §10.2.1, §15.5.6); 404 when no call has the address. To be mounted behind all calls.
 */
export function answerOtherMethods(api: OpenAPIHono<ApiEnv>): MiddlewareHandler<ApiEnv> {
  const addresses = listAddresses(api);
  return async (c) => {
    const methods = addresses.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method);
    if (methods.length === 0) return problemResponse(c, { kind: 'not-found' });
    const isRead = methods.includes('GET');
    const all = [...new Set([...methods, ...(isRead ? ['HEAD'] : []), 'OPTIONS'])];
    if (c.req.method !== 'OPTIONS') return rejectMethod(c, all);
    c.header('Allow', all.join(', '));
    return c.body(null, 204);
  };
}

function listAddresses(api: OpenAPIHono<ApiEnv>): { pattern: RegExp; method: string }[] {
  return api.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return [];
    const { path, method } = definition.route;
    const written = path.replace(/\/$/, '').replaceAll('.', String.raw`\.`);
    const pattern = new RegExp(`^${written.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return [{ pattern, method: method.toUpperCase() }];
  });
}
