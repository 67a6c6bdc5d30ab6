import type { ZodType } from 'zod';
import type { FormCheck } from './use-checked-form';

type Schemas = typeof import('../../fields');

/** The check of a form by a schema of `fields.ts`. Both are loaded when they are first asked for. */
export function checkBy(pick: (schemas: Schemas) => ZodType): () => Promise<FormCheck> {
  return async () => {
    const { schemas, parseWithZod } = await import('./schemas');
    const schema = pick(schemas);
    return (form) => parseWithZod(form, { schema });
  };
}
