// A variable that is made of others once, under a name, so that nobody writes its filters again wherever it is used.
import { z } from 'zod';
import { limits } from './limits';
import { VariableName } from './variable-name';

const longestTemplate = 2_000;

export const ComputedVariable = z.object({
  saveAs: VariableName,
  /** One line with placeholders. Of one that is a placeholder alone the value keeps its type; else it is a text. */
  template: z
    .string({ error: 'A template is required' })
    .trim()
    .min(1, 'A template is required')
    .max(longestTemplate, `Templates must be ${longestTemplate} characters or less`)
    .refine((template) => !/[\r\n]/.test(template), 'A template is one line'),
});
export type ComputedVariable = z.infer<typeof ComputedVariable>;

/** In their order, since each may name those before it. Not there where there are none. */
export const ComputedVariables = z
  .array(ComputedVariable)
  .max(limits.variables)
  .transform((computed) => (computed.length > 0 ? computed : undefined))
  .optional();
