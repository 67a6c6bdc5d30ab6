// The names that variables may have.
import './zod-settings';
import { z } from 'zod';

export const VariableName = z
  .string({ error: 'Variable name is required' })
  .trim()
  .min(1, { error: 'Variable name is required', abort: true })
  .max(100, 'Variable name must be 100 characters or less')
  .regex(/^[A-Za-z_]\w*$/, {
    error:
      'Variable name must start with a letter or underscore and contain only letters, numbers, and underscores',
  })
  .refine((name) => !['trigger', '__proto__', 'constructor', 'prototype'].includes(name.toLowerCase()), {
    error: 'This name is reserved',
  });
