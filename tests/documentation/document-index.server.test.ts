import { expect, it } from 'vitest';
import { readIndex } from '~/documentation/document-index.server';

it('reads groups of links, each with its sentence', () => {
  const markdown = [
    '# Documentation',
    'Read this.',
    '## Start here',
    '- [Quick start](quick-start.md): from nothing\n  to a run.\n- Something else',
    '## Running it',
    '- [Changelog](../CHANGELOG.md): what changed.',
    'A last word.',
  ].join('\n\n');
  expect(readIndex(markdown)).toEqual([
    {
      title: 'Start here',
      entries: [{ target: 'quick-start.md', title: 'Quick start', text: 'From nothing to a run.' }],
    },
    {
      title: 'Running it',
      entries: [{ target: '../CHANGELOG.md', title: 'Changelog', text: 'What changed.' }],
    },
  ]);
});
