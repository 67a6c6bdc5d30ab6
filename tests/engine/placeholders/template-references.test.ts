import { expect, test } from 'vitest';
import { splitPlaceholders } from '~/engine/placeholders/reference-pattern';
import { listExpressions, listUnknown, readPlaceholders } from '~/engine/placeholders/template-references';

test('a placeholder that a text repeats is read once', () => {
  const text = '{{a}} {{ a }} {{a}} {{b | upcase}} {{b | upcase}} {{1}} {{1}}';
  expect(readPlaceholders(text).map(({ inside }) => inside)).toEqual(['a', ' a ', 'b | upcase', '1']);
  expect(listExpressions(text).map(({ source }) => source)).toEqual(['a', 'a', 'b | upcase']);
  expect(listUnknown(text, ['a'])).toEqual(['b | upcase', '1']);
});

test('a text is cut at pairs of double braces, and of a row of opening ones the last two count', () => {
  for (const [text, pieces] of [
    ['', ['']],
    ['}} {{a}}', ['}} ', 'a', '']],
    ['{{a}}}}{{{b}} c', ['', 'a', '}}{', 'b', ' c']],
    ['{{a {{b}} {{', ['', 'a {{b', ' {{']],
    ['{{}}{{{{}}', ['', '', '{{', '', '']],
  ] as const) {
    expect(splitPlaceholders(text)).toEqual(pieces);
  }
});
