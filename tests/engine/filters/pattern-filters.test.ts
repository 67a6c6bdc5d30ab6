// Regular expressions: what they find, and that they take no longer than any filter may.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measurePattern } from '~/engine/filters/pattern-size';
import { RE2JS } from 're2js';
import { parseJson, stringifyJson } from '~/engine/json/json';
import { renderTemplate } from '~/engine/placeholders/fill-template';
import { readVariable } from '~/engine/placeholders/read-variable';

const variables = new Map<string, unknown>(
  Object.entries({
    ref: 'refs/heads/release/1.20',
    title: 'Fix APP-12 and APP-7: größer',
    lines: 'a=1\nb = 22\nc=',
    number: parseJson('20260105001'),
    pattern: '\\d+',
    path: 'C:\\temp',
    none: null,
    empty: '',
  }),
);

function read(source: string): string {
  const value = readVariable(source, variables);
  return value === undefined ? 'nothing' : stringifyJson(value);
}

test.each([
  [String.raw`ref | regex_match: '^refs/heads/(main|release/.*)$'`, 'true'],
  [String.raw`ref | regex_match: '^main$'`, 'false'],
  [String.raw`title | regex_match: '(?i)APP-\d'`, 'true'],
  [String.raw`title | regex_capture: 'APP-\d+'`, '"APP-12"'],
  [String.raw`title | regex_capture: 'APP-(\d+)'`, '"12"'],
  [String.raw`title | regex_capture: 'APP-(\d+)', 0`, '"APP-12"'],
  [String.raw`ref | regex_capture: '(?P<major>\d+)\.(?<minor>\d+)', 'minor'`, '"20"'],
  [String.raw`title | regex_capture: 'BUG-(\d+)' | default: 'none'`, '"none"'],
  [String.raw`title | regex_capture: 'BUG-(\d+)'`, 'nothing'],
  [String.raw`title | regex_capture: 'APP-12(x)?'`, 'nothing'],
  [String.raw`title | regex_capture_all: 'APP-(\d+)'`, '["12","7"]'],
  [String.raw`title | regex_capture_all: '[A-Z]+(-9)?'`, '[null,null,null]'],
  [String.raw`title | regex_capture_all: '\pL+' | last`, '"größer"'],
  [String.raw`title | regex_replace: 'APP-(\d+)', '#$1'`, '"Fix #12 and #7: größer"'],
  [
    String.raw`title | regex_replace: '(?P<n>\d+)', '<$<n>, $&, $$1>' | slice: 0, 23`,
    '"Fix APP-<12, 12, $1> an"',
  ],
  [String.raw`lines | regex_replace: '(?m)^(\w)\s*=', '$1: ' | regex_split: '\n'`, '["a: 1","b:  22","c: "]'],
  [String.raw`lines | regex_split: '\s*[=\n]\s*'`, '["a","1","b","22","c",""]'],
  [String.raw`ref | slice: 0, 4 | regex_split: ''`, '["r","e","f","s"]'],
  [String.raw`ref | regex_replace: 'x*', '-' | slice: 0, 5`, '"-r-e-"'],
  [String.raw`empty | regex_split: ','`, '[]'],
  [String.raw`number | regex_capture: '^(\d{4})'`, '"2026"'],
  [String.raw`title | regex_capture: pattern`, '"12"'],
  // As it is written within the text of a JSON document.
  [String.raw`title | regex_capture: 'APP-(\\d+)'`, '"12"'],
  [String.raw`title | regex_capture: \"APP-(\\d+)\"`, '"12"'],
  [String.raw`path | regex_split: '\\\\'`, '["C:","temp"]'],
  [String.raw`none | regex_match: '.'`, 'false'],
])('%s is %s', (source, value) => {
  expect(read(source)).toBe(value);
});

test.each([
  [`regex_match: '('`, 'regex_match needs a regular expression: missing closing )'],
  [`regex_match: '(?=x)'`, 'regex_match needs a regular expression: invalid or unsupported Perl syntax'],
  [String.raw`regex_match: '(a)\1'`, 'regex_match needs a regular expression: invalid escape sequence'],
  [`regex_capture: 'a', 1`, 'regex_capture needs the number or name of a group of its pattern'],
  [`regex_capture: '(a)', 'n'`, 'regex_capture needs the number or name of a group of its pattern'],
  [`regex_replace: 'a', '$1'`, 'regex_replace needs the number or name of a group of its pattern'],
  [`regex_match: '${'a'.repeat(501)}'`, 'regex_match takes patterns of at most 500 characters'],
])('%s stops', (filter, words) => {
  expect(renderTemplate(`{{title | ${filter}}}`, variables, 'text')).toMatchObject({ words });
});

describe('what would take long', () => {
  const given = new Map<string, unknown>([
    ['as', `${'a'.repeat(20_000)}!`],
    ['bs', 'b'.repeat(1_000_000)],
    ['words', 'someone@example.com and else '.repeat(400)],
  ]);
  const tell = (filters: string) => renderTemplate(`{{${filters}}}`, given, 'text');

  test.each([
    `as | regex_capture_all: 'a+$|.'`,
    `as | regex_replace: '(?:${'(a)?'.repeat(50)})*[xy]|a', ''`,
    `as | regex_match: '(.*a){90}[pq]'`,
    `as | regex_match: '(a?){250}a{250}'`,
    `bs | regex_split: 'zzz|b'`,
    `bs | regex_split: ''`,
    `as | regex_match: '((a{9}){9}){12}${'(a{900})'.repeat(40)}'`,
    String.raw`as | regex_match: '${String.raw`\pL{99}`.repeat(60)}'`,
    `as | regex_match: '(${'a'.repeat(400)}){1000}'`,
  ])('%s is too much', (filters) => {
    const told = tell(filters);
    expect(told.kind === 'unfiltered' && told.words).toMatch(/has too much to do at once$/);
  });

  test('and what backtracking would never finish is quick', () => {
    expect(tell(`as | regex_match: '^(a+)+$'`)).toMatchObject({ text: 'false' });
    expect(tell(String.raw`as | slice: -5000 | regex_match: '^(\w+\s?)*$'`)).toMatchObject({
      text: 'false',
    });
    expect(tell(String.raw`words | regex_capture_all: '[\w.]+@[\w.]+' | size`)).toMatchObject({
      text: '400',
    });
  });
});

test('a pattern is never larger than it is taken for', () => {
  const atom = fc.constantFrom(
    'a',
    'bc',
    '.',
    String.raw`\d`,
    '[a-c]',
    '[]x]',
    '[^\\]]',
    '[[:alpha:]]',
    String.raw`\x{41}`,
    '$',
  );
  const count = fc.constantFrom('', '*', '+?', '{3}', '{2,}', '{1,4}', '{0,2}?');
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4 },
      fc.tuple(atom, count).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), count).map(([inner, times]) => `(${inner})${times}`),
      fc.tuple(tie('pattern'), count).map(([inner, times]) => `(?:${inner})${times}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `${a}|${b}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    ),
  }));
  fc.assert(
    fc.property(pattern, (source) => {
      // Each part may come with a choice and the two ends of a group.
      expect(RE2JS.compile(source).programSize()).toBeLessThanOrEqual(measurePattern(source).parts * 3 + 6);
    }),
  );
});
