import { z } from 'zod';
import { removeUnseen } from '../schema/name-characters';
import { IntegrationTag, maxTagLength, tooLongTag } from '../schema/tag';
import { splitTags, tidyTags } from './tags';

/** How many tags an integration may have. */
const maxTags = 10;

const tooMany = `An integration can have at most ${maxTags} tags`;

/** The tags of an integration, trimmed and each once. */
export const IntegrationTags = z
  .array(z.string().max(200, tooLongTag))
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
  .refine((tags) => tags.every((tag) => tag.length <= 200), tooLongTag)
  .pipe(IntegrationTags);
