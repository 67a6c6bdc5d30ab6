import type { ZodType } from 'zod';
import type { FormCheck } from './use-checked-form';

type Schemas = typeof import('../../fields');

/** Returns a loader of a form's check by a schema of `fields.ts`. It imports both on its first call. */
export function checkBy(pick: (schemas: Schemas) => ZodType): () => Promise<FormCheck> {
  return async () => {
    const { schemas, parseWithZod } = await import('./schemas');
    const schema = pick(schemas);
    return (form) => parseWithZod(form, { schema });
  };
}
