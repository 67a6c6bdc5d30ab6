import { z } from 'zod';
import { refuseCharacters } from './name-characters';

/** How many characters a tag may have. */
export const maxTagLength = 40;

export const tooLongTag = `A tag can have at most ${maxTagLength} characters`;

/** The tag that something is limited to, such as a list, an alert channel or an event trigger. */
export const IntegrationTag = z
  .string()
  .trim()
  .min(1, 'A tag must not be empty')
  .max(maxTagLength, tooLongTag)
  .refine((tag) => !tag.includes(','), 'A tag cannot contain a comma')
  .check(refuseCharacters('A tag'));
