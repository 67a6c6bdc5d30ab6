// `npm test`: everything that is checked, on a machine that may have nothing installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { headlessShell } from '../tests/support/chromium.js';
import { installWhenNeeded, run } from './prepare.js';

/**
 * The browser that tests drive, and what the examples of the documents run with, as Debian's packages. The import of
 * commands is compared with curl, too.
 */
function installProgramsWhenNeeded() {
  const packages = [];
  for (const [program, name] of [
    ['curl', 'curl'],
    ['openssl', 'openssl'],
    ['python3', 'python3'],
    // The reverse proxies of docs/self-hosting.md; Debian keeps two of them where only root looks.
    ['/usr/sbin/nginx', 'nginx'],
    ['caddy', 'caddy'],
    ['/usr/sbin/haproxy', 'haproxy'],
    // For a disk that fails.
    ['cc', 'gcc'],
    ['cc', 'libc6-dev'],
    // Its promtool, for ops/.
    ['promtool', 'prometheus'],
  ]) {
    if (program && name && spawnSync(program, ['--version']).error) packages.push(name);
  }
  const isBrowserNeeded = !process.env.CHROMIUM_PATH && !existsSync(headlessShell);
  if (packages.length === 0 && !isBrowserNeeded) return;
  const hasChromium = existsSync('/usr/bin/chromium');
  if (spawnSync('apt-get', ['--version']).error) {
    if (packages.length === 0 && hasChromium) return;
    process.stderr.write(
      `Tests need ${[...packages, 'Chromium'].join(', ')}: install what is missing, and set CHROMIUM_PATH to Chromium's program.\n`,
    );
    process.exit(1);
  }
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command = '', ...args] = [...asRoot, 'apt-get'];
  const install = [...args, 'install', '-y', '-qq', '--no-install-recommends'];
  process.stdout.write(
    `Installing ${[...packages, ...(isBrowserNeeded ? ['a browser'] : [])].join(', ')} …\n`,
  );
  run(command, [...args, 'update', '-qq']);
  if (packages.length > 0) run(command, [...install, ...packages]);
  if (!isBrowserNeeded) return;
  // Where a distribution does not have it, a whole Chromium will do, and takes twice the time.
  const shell = [...install, 'chromium-headless-shell', 'fonts-liberation'];
  if (spawnSync(command, shell, { stdio: 'inherit' }).status === 0 || hasChromium) return;
  run(command, [...install, 'chromium', 'fonts-liberation']);
}

await installWhenNeeded();
installProgramsWhenNeeded();
run('npm', ['run', 'validate']);
