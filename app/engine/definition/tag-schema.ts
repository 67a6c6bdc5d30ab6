import { z } from 'zod';
import { refuseCharacters, removeUnseen } from '../schema/name-characters';
import { splitTags, tidyTags } from './tags';

/** How many tags an integration may have, and how many characters each may have. */
const maxTags = 10;
const maxTagLength = 40;

const tooMany = `An integration can have at most ${maxTags} tags`;
const tooLong = `A tag can have at most ${maxTagLength} characters`;

/** The tag that something is limited to, such as a list or an alert channel. */
export const IntegrationTag = z
  .string()
  .trim()
  .min(1, 'A tag must not be empty')
  .max(maxTagLength, tooLong)
  .refine((tag) => !tag.includes(','), 'A tag cannot contain a comma')
  .check(refuseCharacters('A tag'));

/** The tags of an integration, trimmed and each once. */
export const IntegrationTags = z
  .array(z.string().max(200, tooLong))
  .max(100, tooMany)
  .transform((tags) => tidyTags(tags.map(removeUnseen)))
  .refine((tags) => tags.length <= maxTags, tooMany)
  .superRefine((tags, context) => {
    const wrong = tags.flatMap((tag) => IntegrationTag.safeParse(tag).error?.issues ?? []);
    // The first message is enough, since one field holds all tags.
    if (wrong[0]) context.addIssue({ code: 'custom', message: wrong[0].message });
  })
  .describe(
    `They group integrations. At most ${maxTags}, each of at most ${maxTagLength} characters and without a comma.`,
  );

/** Tags as a form sends them: one text, separated by commas. */
export const TagsText = z
  .string()
  .max(1000, tooMany)
  .optional()
  .transform((text) => splitTags(text ?? ''))
  .refine((tags) => tags.every((tag) => tag.length <= 200), tooLong)
  .pipe(IntegrationTags);
