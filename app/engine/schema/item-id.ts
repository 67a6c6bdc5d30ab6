import { z } from 'zod';

/** The id of a call or step, unique in its definition. */
export const ItemId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 letters, digits, hyphens and underscores');
