// The field names that a body may have. If a misspelled field were ignored, nothing would change, and its sender would believe
// that it did.
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type ApiEnv, problemResponse } from '../http/problem-response';
import { requestShapes } from '../shapes/registry';

/** A route's body in its document: a schema of its own, or a reference to a named one. */
interface Described {
  content: { 'application/json'?: { schema?: unknown } };
}

/** Refuses fields of a body that a call neither takes nor answers: what a GET answered may be sent back. Problem: invalid. */
export function refuseUnknownFields(body: unknown, answered: unknown[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const sent = c.get('sentJson');
    const taken = listFieldNames(findSchema(body));
    if (!taken || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return next();
    const known = new Set([...taken, ...answered.flatMap((each) => listFieldNames(each) ?? [])]);
    const unknown = Object.keys(sent).filter((name) => !known.has(name));
    if (unknown.length === 0) return next();
    const text = `There is no such field; this call takes ${taken.join(', ')}`;
    const fields = Object.fromEntries(unknown.map((name) => [name, [text]]));
    return problemResponse(c, { kind: 'invalid', fields });
  };
}

function findSchema(body: unknown): unknown {
  const schema = (body as Described | undefined)?.content['application/json']?.schema;
  if (schema instanceof z.ZodType) return schema;
  const { $ref = '' } = (schema ?? {}) as { $ref?: string };
  // oxlint-disable-next-line no-underscore-dangle -- zod knows no other way from a name to its schema.
  return requestShapes._idmap.get($ref.split('/').at(-1) ?? '');
}

/** Undefined of what may hold any names. */
function listFieldNames(schema: unknown): string[] | undefined {
  if (schema instanceof z.ZodObject) {
    return schema.def.catchall === undefined ? Object.keys(schema.shape) : undefined;
  }
  if (!(schema instanceof z.ZodUnion)) return undefined;
  const options = schema.options.map(listFieldNames);
  return options.includes(undefined) ? undefined : [...new Set(options.flatMap((names) => names ?? []))];
}
