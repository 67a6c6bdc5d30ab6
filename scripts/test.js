// `npm test`: all checks, on a machine that may have nothing installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { headlessShell } from '../tests/support/chromium.js';
import { installWhenNeeded, run } from './prepare.js';

/**
 * Installs the browser that tests use, and the programs that the examples of the documents need, as Debian's packages. A test
 * also compares the import of commands with curl.
 */
function installProgramsWhenNeeded() {
  const packages = [];
  for (const [program, name] of [
    ['curl', 'curl'],
    ['openssl', 'openssl'],
    ['python3', 'python3'],
    // The reverse proxies of docs/self-hosting.md; Debian installs two of them where only root looks.
    ['/usr/sbin/nginx', 'nginx'],
    ['caddy', 'caddy'],
    ['/usr/sbin/haproxy', 'haproxy'],
    // For the test of a disk that fails.
    ['cc', 'gcc'],
    ['cc', 'libc6-dev'],
    // The package has promtool, for ops/.
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
  // A distribution without this package gets a whole Chromium, which takes twice the time.
  const shell = [...install, 'chromium-headless-shell', 'fonts-liberation'];
  if (spawnSync(command, shell, { stdio: 'inherit' }).status === 0 || hasChromium) return;
  run(command, [...install, 'chromium', 'fonts-liberation']);
}

await installWhenNeeded();
installProgramsWhenNeeded();
run('npm', ['run', 'validate']);
