// The shapes that the API's document names. What is sent and what is answered are kept apart: of a schema with
// defaults and transforms, the one is what may be written, the other what it becomes.
import { z } from 'zod';

interface Name {
  id: string;
}

export const requestShapes = z.registry<Name>();
export const responseShapes = z.registry<Name>();

/** Names a schema of something that is sent. A name is given once, over both. */
export function nameRequest<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  requestShapes.add(schema, { id });
  return schema;
}

/** Names a schema of something that is answered. */
export function nameResponse<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  responseShapes.add(schema, { id });
  return schema;
}
