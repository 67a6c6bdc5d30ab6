import { expect, it, vi } from 'vitest';
import { parseJson } from '~/engine/json/json';
import { finish, parseJsonInParts } from '~/engine/json/json-parts';
import { readPath } from '~/engine/paths/path-walk';
import { discoverPaths, type FoundPath } from '~/engine/paths/path-discovery';

function flatten(paths: FoundPath[]): FoundPath[] {
  return paths.flatMap((path) => [path, ...flatten(path.children)]);
}

it('offers three levels, five keys and five items, each a path that leads there', () => {
  const text = '{"a":{"b":{"c":{"d":1}}},"list":[1,2,3,4,5,6],"two words":2.50,"it\'s":1,"e":5,"f":6}';
  const value = parseJson(text);
  const paths = flatten(discoverPaths(value, 0));
  expect(paths.map(({ jsonPath }) => jsonPath)).toEqual([
    '.a',
    '.a.b',
    '.a.b.c',
    '.list',
    '.list[0]',
    '.list[1]',
    '.list[2]',
    '.list[3]',
    '.list[4]',
    ".['two words']",
    String.raw`.['it\'s']`,
    '.e',
  ]);
  for (const { jsonPath } of paths) expect(readPath(value, jsonPath).found, jsonPath).toBe(true);
  expect(paths.find(({ name }) => name === 'two words')?.sample).toBe('2.50');
});

it('begins a list at its first item, and offers nothing of a scalar', () => {
  expect(discoverPaths([{ id: 1 }], 0)[0]).toMatchObject({
    jsonPath: '.[0]',
    children: [{ jsonPath: '.[0].id' }],
  });
  expect(discoverPaths('text', 0)).toEqual([]);
});

it('offers further keys and deeper places after them, to a bound', () => {
  const value = parseJson('{"a":1,"b":1,"c":1,"d":1,"e":1,"f":{"g":1},"h":{"i":{"j":{"k":{"l":{"m":1}}}}}}');
  const listFurther = (most: number) =>
    flatten(discoverPaths(value, most)).flatMap(({ jsonPath, isFurther }) => (isFurther ? [jsonPath] : []));
  expect(listFurther(100)).toEqual(['.f', '.h', '.h.i.j.k', '.h.i.j.k.l', '.h.i.j.k.l.m']);
  expect(listFurther(1)).toEqual(['.f']);
  expect(flatten(discoverPaths(value, 100)).map(({ jsonPath }) => jsonPath)).toContain('.f.g');
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key_${index}`, index]));
  expect(discoverPaths(wide, 300)).toHaveLength(100);
});

it('does not sort the names of a large object, which takes tens of milliseconds', () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`);
  const value = finish(parseJsonInParts(`{${members.join(',')}}`));
  const listings = [vi.spyOn(Object, 'keys'), vi.spyOn(Object, 'entries')];
  const paths = discoverPaths(value, 0);
  for (const listing of listings) {
    expect(listing).not.toHaveBeenCalled();
    listing.mockRestore();
  }
  expect(paths.map(({ name }) => name)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
});
