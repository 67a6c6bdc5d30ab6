// The shapes that the API's document names. Requests and responses are kept apart: for a schema with defaults and transforms,
// the request shape is what callers may write, the response shape what it becomes.
import { z } from 'zod';

interface Name {
  id: string;
}

export const requestShapes = z.registry<Name>();
export const responseShapes = z.registry<Name>();

/** Names the schema of something that callers send. A name is given once, over both registries. */
export function registerRequest<ZodSchema extends z.ZodType>(id: string, schema: ZodSchema): ZodSchema {
  requestShapes.add(schema, { id });
  return schema;
}

/** Names the schema of something that callers get. */
export function registerResponse<ZodSchema extends z.ZodType>(id: string, schema: ZodSchema): ZodSchema {
  responseShapes.add(schema, { id });
  return schema;
}
