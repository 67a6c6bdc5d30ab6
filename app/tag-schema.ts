import { z } from 'zod';
import { describeMisleading, misleading } from './misleading-text';
import { splitTags, tidyTags } from './tags';

/** How many an integration may have, and how many characters each. */
const maxTags = 10;
const maxTagLength = 40;

const tooMany = `An integration can have at most ${maxTags} tags`;
const tooLong = `A tag can have at most ${maxTagLength} characters`;

/** The tags of an integration, tidied. */
export const IntegrationTags = z
  .array(z.string().max(200, tooLong))
  .max(100, tooMany)
  .transform(tidyTags)
  .refine((tags) => tags.length <= maxTags, tooMany)
  .refine((tags) => tags.every((tag) => tag.length <= maxTagLength), tooLong)
  .refine((tags) => !tags.some((tag) => tag.includes(',')), 'A tag cannot contain a comma')
  .refine((tags) => !tags.some((tag) => misleading.test(tag)), describeMisleading('A tag'))
  .describe(
    `They group integrations. At most ${maxTags}, each of at most ${maxTagLength} characters and without a comma.`,
  );

/** One tag, as something is limited to. */
export const IntegrationTag = z
  .string()
  .trim()
  .min(1, 'A tag must not be empty')
  .max(maxTagLength, tooLong)
  .refine((tag) => !tag.includes(','), 'A tag cannot contain a comma')
  .refine((tag) => !misleading.test(tag), describeMisleading('A tag'));

/** The same as a form sends them: one text, with commas between them. */
export const TagsText = z
  .string()
  .max(1000, tooMany)
  .optional()
  .transform((text) => splitTags(text ?? ''))
  .refine((tags) => tags.every((tag) => tag.length <= 200), tooLong)
  .pipe(IntegrationTags);
