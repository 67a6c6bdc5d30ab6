// The field names that a body may have. If a misspelled field were ignored, nothing would change, and its sender would believe
// that it did.
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { listUnknownFields } from '~/engine/schema/unknown-fields';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { requestShapes } from '../shapes/registry';

/** A body as its route describes it: a schema of its own, or a reference to a named one. */
interface Described {
  content: { 'application/json'?: { schema?: unknown } };
}

/** How many unknown fields or parameters a response names: more would help nobody, and a response must not outgrow its request. */
export const maxNamed = 20;

/**
 * Refuses fields of a body, at any depth, that a call neither takes nor returns: callers may send back what a GET returned.
 * Problem: invalid.
 */
export function refuseUnknownFields(body: unknown, answered: unknown[]): MiddlewareHandler<ApiEnv> {
  const answers = answered.filter((schema) => schema instanceof z.ZodType);
  return async (c, next) => {
    const schema = findSchema(body);
    if (!(schema instanceof z.ZodType)) return next();
    const fields: Record<string, string[]> = {};
    for (const { path, message } of listUnknownFields(c.get('sentJson'), schema, answers)) {
      fields[path.join('.')] = [message];
      if (Object.keys(fields).length === maxNamed) break;
    }
    return Object.keys(fields).length === 0 ? next() : problemResponse(c, { kind: 'invalid', fields });
  };
}

function findSchema(body: unknown): unknown {
  const schema = (body as Described | undefined)?.content['application/json']?.schema;
  if (schema instanceof z.ZodType) return schema;
  const { $ref = '' } = (schema ?? {}) as { $ref?: string };
  // oxlint-disable-next-line no-underscore-dangle -- only this member of zod finds a schema by its name.
  return requestShapes._idmap.get($ref.split('/').at(-1) ?? '');
}
