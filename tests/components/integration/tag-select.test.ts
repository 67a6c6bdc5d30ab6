import { expect, test } from 'vitest';
import { spellTag } from '~/components/integration/tag-select';

const tags = ['Billing', 'Élan', 'élan'].map((tag) => ({ tag, count: 1 }));

test.each([
  ['bILLING', 'Billing'],
  ['élAN', 'élan'],
  ['nowhere', 'nowhere'],
])('the tag %s of an address is that which the database finds: %s', (asked, spelt) => {
  expect(spellTag(tags, asked)).toBe(spelt);
});
