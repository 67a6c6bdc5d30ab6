// What these documents say in italics or bold is what people look for on a screen: the screens have to say it in the same words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from './documents';

/** The documents that name no labels of other products, and emphasize nothing else. */
const names = ['alerts', 'api', 'common-apis', 'concepts', 'files', 'imports', 'operations', 'quick-start'];
const more = ['response-rules', 'values', 'waits'];

const shown = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join('app', name), 'utf8').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' '))
  .join('\n');

/** The texts in italics or bold, in parts where an arrow stands between them; what `…` stands for may be anything. */
function listLabels(name: string): string[] {
  const prose = readDocument(`docs/${name}.md`)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ');
  const marked = [...prose.matchAll(/(?<![\w*])\*\*([^*]+)\*\*|(?<!\w)_([^_]+)_(?!\w)/g)];
  const texts = marked.flatMap(([, bold = '', italic = '']) => (bold || italic).split(' → '));
  // The number of a step is its own part of a screen.
  return texts.filter((text) => !text.includes('``')).map((text) => text.replace(/^\d\. /, '').trim());
}

test.each([...names, ...more])('the screens have each label that docs/%s.md names', (name) => {
  const missing = listLabels(name).filter((label) =>
    label.split('…').some((part) => !shown.includes(part.trim())),
  );
  expect(missing).toEqual([]);
});

test('there are labels to find', () => {
  expect(listLabels('quick-start').length).toBeGreaterThan(10);
  expect(listLabels('operations')).toContain('Allow changes');
});
