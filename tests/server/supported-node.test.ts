// Which Node is refused, by everything that is started, before anything else happens.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../support/server';

interface Package {
  engines: { node: string };
  scripts: Record<string, string>;
}

const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

const guard = './scripts/supported-node.cjs';

/** Starts a program on this Node, which says that it is another one. */
function startOn(version: string, args: string[]) {
  const directory = createDataDir();
  const pretence = join(directory, 'pretence.cjs');
  const versions = `{ ...process.versions, node: '${version}' }`;
  writeFileSync(
    pretence,
    `Object.defineProperties(process, { version: { value: 'v${version}' }, versions: { value: ${versions} } });`,
  );
  const dataDir = join(directory, 'data');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', pretence, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return { status, stdout, stderr, hasData: existsSync(dataDir) };
}

const refused = ['16.20.2', '18.20.8', '19.9.0', '20.0.0', '20.18.3', '21.7.3', '22.0.0', '22.13.1'];
const supported = ['20.19.0', '20.20.2', '22.14.0', '22.23.3', '23.0.0', '24.0.0', '24.21.0', '26.1.0'];

test('what is rejected is what package.json does not name', () => {
  expect(engines.node).toBe('^20.19 || >=22.14');
  for (const version of refused) {
    expect(startOn(version, ['--require', guard, '--eval', '0'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `Wicked Integrations needs Node 22.14 or newer, or Node 20 from 20.19 on: this is v${version}.\n`,
      hasData: false,
    });
  }
  for (const version of supported) {
    expect(startOn(version, ['--require', guard, '--eval', '0'])).toMatchObject({ status: 0, stderr: '' });
  }
});

test.each(['index.js', 'maintenance.js'])('build/server/%s refuses in one line', (program) => {
  const { status, stdout, stderr, hasData } = startOn('18.20.8', [`build/server/${program}`]);
  expect({ status, stdout, hasData }).toEqual({ status: 1, stdout: '', hasData: false });
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('this is v18.20.8.')]);
});

test.each(['index.js', 'maintenance.js'])(
  'an older Node reads build/server/%s as far as the rejection',
  (program) => {
    // All that is linked before the first line runs: the guard, which imports nothing.
    const text = readFileSync(`build/server/${program}`, 'utf8');
    const imports = [...text.matchAll(/(?:^|[;\n])import\s*(?:[^'"(]*from\s*)?["']([^"']+)["']/g)].map(
      ([, from = '']) => from,
    );
    expect(imports).toHaveLength(1);
    const linked = readFileSync(join('build/server', imports[0] ?? ''), 'utf8');
    expect(linked).toContain('Wicked Integrations needs Node');
    expect(linked).not.toMatch(/\b(?:import|require|await)\b|\?\?|\?\./);
  },
);

test.each(['start', 'demo', 'backup', 'restore', 'rotate-key', 'build', 'dev', 'test'])(
  'npm run %s loads the guard first',
  (name) => {
    expect(scripts[name]).toMatch(/^(?:exec )?node -r \.\/scripts\/supported-node\.cjs scripts\//);
  },
);
