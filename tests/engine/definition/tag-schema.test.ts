import { describe, expect, test } from 'vitest';
import { IntegrationTags, TagsText } from '~/engine/definition/tag-schema';

function refuse(schema: typeof IntegrationTags | typeof TagsText, value: unknown) {
  return schema.safeParse(value).error?.issues.map(({ message }) => message);
}

describe('tags', () => {
  test('lose blanks and repetitions, whatever their case, and keep their order', () => {
    expect(IntegrationTags.parse([' Shop ', 'eu  west', 'shop', '', 'Ärger', 'ärger'])).toEqual([
      'Shop',
      'eu west',
      'Ärger',
    ]);
  });

  test('are a text with commas in a form', () => {
    expect(TagsText.parse(' Shop,, billing ,')).toEqual(['Shop', 'billing']);
    expect(TagsText.parse(undefined)).toEqual([]);
  });

  test('are ten at most, of forty characters', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(40));
    expect(IntegrationTags.parse(ten)).toEqual(ten);
    expect(refuse(IntegrationTags, [...ten, 'one more'])).toEqual([
      'An integration can have at most 10 tags',
    ]);
    expect(refuse(IntegrationTags, ['x'.repeat(41)])).toEqual(['A tag can have at most 40 characters']);
    expect(refuse(TagsText, 'x'.repeat(300))).toEqual(['A tag can have at most 40 characters']);
  });

  test('hold no comma, which would be two of them in a form, and nothing that hides', () => {
    expect(refuse(IntegrationTags, ['a,b'])).toEqual(['A tag cannot contain a comma']);
    expect(refuse(TagsText, 'left\u202eright')).toEqual([
      'A tag must not contain line breaks or control characters',
    ]);
  });
});
