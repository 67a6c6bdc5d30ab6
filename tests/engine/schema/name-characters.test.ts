import { expect, test } from 'vitest';
import { removeUnseen, toNameLine } from '~/engine/schema/name-characters';

test.each([
  ['a zero-width space', 'Ord\u200bers'],
  ['a word joiner', 'Ord\u2060ers\u2060'],
  ['a byte order mark', '\ufeffOrders'],
  ['a soft hyphen', 'Or\u00adders'],
  ['a joiner that joins nothing', 'Ord\u200ders\u200c'],
  ['a variant of a letter that has none', 'Ord\ufe0fers\u{e0100}'],
  ['tags without an emoji', 'Ord\u{e0061}\u{e0062}ers'],
  ['a filler', 'Ord\u3164ers\u115f'],
  ['marks before the first character', '\u200d\ufe0fOrders'],
  ['several of them', 'Ord\u200b\u200d\ufe0f\u2060\u200cers'],
])('%s is removed', (_what, name) => {
  expect(removeUnseen(name)).toBe('Orders');
});

test('accents stay where a mark between them is removed', () => {
  expect(removeUnseen('Zoe\u0308\u200d\u0301')).toBe('Zoe\u0308\u0301');
});

test.each([
  'Zoë O’Neill',
  'x \u{1F469}\u200d\u{1F52C}',
  '\u2764\ufe0f',
  '1\ufe0f\u20e3',
  '\u{1F3F4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'می\u200cخواهم',
  'क्\u200dष',
  '葛\u{e0100}',
  'Read\u202eorders',
  '',
])('%s stays as it is', (name) => {
  expect(removeUnseen(name)).toBe(name);
});

test('a name in which nothing is seen stays, so that it is refused for that', () => {
  expect(removeUnseen('\u200b\u2060')).toBe('\u200b\u2060');
});

test('a megabyte of marks takes one walk', () => {
  expect(removeUnseen(`a${'\u200d\u0301'.repeat(300_000)}`)).toBe(`a${'\u0301'.repeat(300_000)}`);
  expect(removeUnseen('\u200d'.repeat(1_000_000) + 'a')).toBe('a');
});

test('a name of foreign origin has none of them', () => {
  expect(toNameLine('Read\u200b \u202eorders\u2060')).toBe('Read orders');
});
