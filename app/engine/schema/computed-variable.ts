// A variable that is computed from others once, under a name, so that its filters need not be repeated wherever it is used.
import { z } from 'zod';
import { limits } from './limits';
import { VariableName } from './variable-name';

const maxTemplateLength = 2_000;

export const ComputedVariable = z.object({
  saveAs: VariableName,
  /** One line with placeholders. A placeholder alone keeps its value's type; everything else becomes a text. */
  template: z
    .string({ error: 'A template is required' })
    .trim()
    .min(1, 'A template is required')
    .max(maxTemplateLength, `Templates must be ${maxTemplateLength} characters or less`)
    .refine((template) => !/[\r\n]/.test(template), 'A template is one line'),
});
export type ComputedVariable = z.infer<typeof ComputedVariable>;

/** The variables in order, since each may name those before it; undefined when there are none. */
export const ComputedVariables = z
  .array(ComputedVariable)
  .max(limits.variables)
  .transform((computed) => (computed.length > 0 ? computed : undefined))
  .optional();
