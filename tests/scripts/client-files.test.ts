import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clientFileOf, clientFiles } from '../../scripts/client-files.js';

it('names modules that are there, each once', () => {
  const missing = clientFiles.flatMap(({ folder, names }) => {
    const present = new Set(readdirSync(folder).map((each) => each.split('.')[0]));
    return names.filter((name) => !present.has(name)).map((name) => `${folder}/${name}`);
  });
  expect(missing).toEqual([]);

  const places = clientFiles.flatMap(({ folder, names }) => names.map((name) => `${folder}/${name}`));
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

it('takes a file or a folder of that name, and none that only begins like it', () => {
  expect(clientFileOf('/home/app/components/ui/toast.tsx')).toBe('interface');
  expect(clientFileOf('/home/app/components/ui/toasted.tsx')).toBeUndefined();
  expect(clientFileOf('/home/node_modules/react-dom/cjs/react-dom.production.min.js')).toBe('react');
  expect(clientFileOf('\0vite/preload-helper.js')).toBe('react');
});
