// What `npm run pictures` goes by, without a browser: a full run takes a demo and half a minute.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawnButton, landingPictures, pictures, themes } from '../../scripts/picture-list.js';

const files = pictures.map(({ name }) => `${name}.png`).toSorted();

test('each picture is there, and nothing else', () => {
  expect(readdirSync('docs/images').toSorted()).toEqual(files);
});

test('each picture of the landing page is there, and nothing else', () => {
  const taken = ['card.png', ...themes.map((theme) => `logs-${theme}.png`)];
  expect(readdirSync(landingPictures).toSorted()).toEqual(taken.toSorted());
});

test('the first page shows all of them', () => {
  const shown = readFileSync('README.md', 'utf8').matchAll(/!\[[^\]]{20,}\]\(docs\/images\/([^)]+)\)/g);
  expect([...shown].map(([, file]) => file).toSorted()).toEqual(files);
});

test('the demo and the screens hold what the pictures wait for', () => {
  expect(readFileSync('scripts/demo.js', 'utf8')).toContain('name: issuesName');
  expect(readFileSync('app/components/command-palette/palette-button.tsx', 'utf8')).toContain(drawnButton);
});

test.each(pictures)('$name is taken at an address that a screen has', ({ pathOf }) => {
  const { pathname } = new URL(pathOf({ integration: ':id', execution: 'x' }), 'http://localhost');
  const route =
    pathname === '/' ? '_index' : pathname.slice(1).replace('/:id', '.$integrationId').replace('/', '.');
  const places = [route, `${route}._index`].map((name) => `app/routes/${name}/route.tsx`);
  expect(places.filter((file) => existsSync(file))).toHaveLength(1);
});
