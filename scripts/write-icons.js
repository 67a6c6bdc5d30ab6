// `node scripts/write-icons.js`: writes the shapes of the icons that app/components/icons/icons.tsx names, as Lucide draws them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = 'app/components/icons';
const lucide = 'node_modules/lucide-react/dist/esm/icons';

/** The attributes of all shapes. A shape inherits the colour of the text in which its icon stands. */
const look =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

/** Returns the text of icons.svg. */
export async function drawIcons() {
  const names = [...readFileSync(join(folder, 'icons.tsx'), 'utf8').matchAll(/ = draw\('([\w-]+)'\)/g)];
  const symbols = await Promise.all(
    [...new Set(names.map(([, name = '']) => name))].toSorted().map(async (name) => {
      /** @type {{ __iconData: { node: [string, Record<string, string>][] } }} */
      const { __iconData: icon } = await import(pathToFileURL(join(lucide, `${name}.mjs`)).href);
      return `<symbol id="${name}" ${look}>${icon.node.map(drawElement).join('')}</symbol>`;
    }),
  );
  return `<!-- Lucide, ISC License, see LICENSE beside this file. -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}

/** @param {[string, Record<string, string>]} element */
function drawElement([tag, { key: _key, ...attributes }]) {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${list.join('')}/>`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(folder, 'icons.svg'), await drawIcons());
