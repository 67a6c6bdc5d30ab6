import type { z } from 'zod';
import { ConfirmPassword, mismatch } from '~/fields';

/**
 * Makes the schema of a program that sets a password as `field`: it may repeat it in `confirmPassword`, as forms do, and then
 * both must be the same.
 */
export function mayConfirm<Shape extends z.ZodRawShape>(
  shape: z.ZodObject<Shape>,
  field: keyof Shape & string,
) {
  const confirmable = shape.extend({ confirmPassword: ConfirmPassword.optional() });
  return confirmable.refine((sent) => {
    const { confirmPassword, [field]: password } = sent as Record<string, unknown>;
    return confirmPassword === undefined || confirmPassword === password;
  }, mismatch);
}
