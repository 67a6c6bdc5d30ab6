// What `npm start` and `npm run demo` do with what is typed behind them, and all commands with a signal while another one works for them.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCheckout, startCommand } from './checkout';
import { createSmallDisk, fillUp, mayMount } from './small-disk';

const commands = { 'npm start': 'scripts/start.js', 'npm run demo': 'scripts/demo.js' };

const settings = `APP_URL=http://localhost:3999\nSESSION_SECRET=${'s'.repeat(43)}\nAPP_KEY=${Buffer.alloc(32, 1).toString('base64')}\n`;

/** A checkout with everything but a build, so that each start begins with one. */
function createUnbuilt(root?: string): string {
  const checkout = createCheckout(root);
  rmSync(join(checkout, 'build'));
  return checkout;
}

test.each(Object.entries(commands))(
  '%s answers what it does in one screen, and takes nothing else',
  async (command, script) => {
    const checkout = createUnbuilt();
    const start = (...args: string[]) => startCommand(checkout, [process.execPath, script, ...args]).ended;
    for (const word of ['--help', '-h', 'help']) {
      const { code, stdout, stderr } = await start(word);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: ${command}\n`));
      const lines = stdout.trimEnd().split('\n');
      expect(lines.length).toBeLessThan(24);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(125);
    }
    expect(await start('--port', '4000')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${command} does not take “--port”: nothing was done. What it does and which settings it reads: ${command} -- --help\n`,
    });
    expect(readdirSync(checkout).filter((name) => ['.env', 'build', 'data'].includes(name))).toEqual([]);
  },
);

/** Puts in the place of the build one that goes on until a signal. */
function makeBuildEndless(checkout: string): void {
  writeFileSync(join(checkout, 'endless.js'), `console.log('It builds'); setInterval(() => {}, 1_000);`);
  const about = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: object };
  const scripts = { ...about.scripts, build: 'node endless.js && true' };
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ ...about, scripts }));
}

test.each([...Object.values(commands), 'scripts/maintain.js backup'])(
  '%s builds again where a build was interrupted',
  async (command) => {
    const checkout = createUnbuilt();
    mkdirSync(join(checkout, 'build', 'server'), { recursive: true });
    for (const name of ['server/index.js', 'server/maintenance.js', 'unfinished']) {
      writeFileSync(join(checkout, 'build', name), '');
    }
    writeFileSync(join(checkout, '.env'), settings);
    makeBuildEndless(checkout);
    const starting = startCommand(checkout, [process.execPath, ...command.split(' ')], { PORT: '0' });
    await starting.told(/It builds/);
    starting.process.kill('SIGTERM');
    await starting.ended;
  },
);

test('the last step of a build says that it is whole', () => {
  expect(readdirSync('build').toSorted()).toEqual(['client', 'former', 'server']);
});

test.each(Object.values(commands))(
  '%s that is ended while it builds leaves no build behind',
  async (script) => {
    const checkout = createUnbuilt();
    makeBuildEndless(checkout);
    const starting = startCommand(checkout, [process.execPath, script], { PORT: '0' });
    await starting.told(/It builds/);
    starting.process.kill('SIGTERM');
    // Its output ends with the last process that holds it, and the build would.
    expect((await starting.ended).code).toBe(143);
    expect(existsSync(join(checkout, 'data'))).toBe(false);
  },
);

test('a first start writes the settings where a link leads', async () => {
  const checkout = createUnbuilt();
  makeBuildEndless(checkout);
  symlinkSync('shared.env', join(checkout, '.env'));
  const starting = startCommand(checkout, [process.execPath, 'scripts/start.js'], { PORT: '0' });
  await starting.told(/It builds/);
  starting.process.kill('SIGTERM');
  await starting.ended;
  expect(readlinkSync(join(checkout, '.env'))).toBe('shared.env');
  expect(readFileSync(join(checkout, 'shared.env'), 'utf8')).toMatch(/^APP_KEY=[\w+/]{43}=$/m);
});

test.skipIf(!mayMount)(
  'a first start on a full disk leaves no settings, and the next one makes them',
  async () => {
    const checkout = createUnbuilt(createSmallDisk(64));
    makeBuildEndless(checkout);
    const filler = join(checkout, 'filler');
    fillUp(filler);
    const full = await startCommand(checkout, [process.execPath, 'scripts/start.js']).ended;
    expect([full.code, full.stdout]).toEqual([1, '']);
    expect(full.stderr).toMatch(
      /^The fresh keys cannot be written to .*\.env: ENOSPC.*\. Nothing was started\.\n$/,
    );
    rmSync(filler);
    const starting = startCommand(checkout, [process.execPath, 'scripts/start.js'], { PORT: '0' });
    await starting.told(/It builds/);
    starting.process.kill('SIGTERM');
    await starting.ended;
    expect(readFileSync(join(checkout, '.env'), 'utf8')).toMatch(/^APP_KEY=[\w+/]{43}=$/m);
    expect(readdirSync(checkout)).not.toContain('.env.part');
  },
);

test.each(['scripts/maintain.js backup', 'scripts/rotate-key.js'])(
  '%s that is ended ends the command that it started, and changes no file',
  async (command) => {
    const checkout = createUnbuilt();
    const built = join(checkout, 'build', 'server');
    mkdirSync(built, { recursive: true });
    writeFileSync(join(built, 'maintenance.js'), `console.log('It works'); setInterval(() => {}, 1_000);`);
    writeFileSync(join(checkout, '.env'), settings);
    const started = startCommand(checkout, [process.execPath, ...command.split(' ')]);
    await started.told(/It works/);
    started.process.kill('SIGTERM');
    // Its output ends with the last process that holds it.
    expect((await started.ended).code).toBe(143);
    expect(readFileSync(join(checkout, '.env'), 'utf8')).toBe(settings);
  },
);
