import { expect, test } from 'vitest';
import { Repeat } from '~/engine/definition/repeat';
import { presets } from '~/engine/connections/presets';
import { readFileSync } from 'node:fs';

const text = readFileSync('docs/common-apis.md', 'utf8');
const nexts = [...text.matchAll(/`(\{"by": [^`]+\})`/g)].map(([, json = '']) => json);

test.each(nexts)('%s is a next page that a call can have', (json) => {
  const repeat = { kind: 'pages', next: JSON.parse(json) as unknown, items: '$', saveAs: 'items' };
  expect(Repeat.safeParse(repeat).error).toBeUndefined();
});

test('there is one for most of the APIs', () => {
  expect(nexts.length).toBeGreaterThan(15);
});

test('each known provider is named among the connections', () => {
  const connections = readFileSync('docs/connections.md', 'utf8');
  const [, offered = ''] = /_New connection_ offers ([^:]+):/.exec(connections) ?? [];
  const names = offered.replaceAll(/\s+/g, ' ').split(/, | and /);
  expect(names.toSorted()).toEqual(presets.map(({ name }) => name).toSorted());
});
