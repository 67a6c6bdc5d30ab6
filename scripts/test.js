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
  // Where it cannot be installed, a whole Chromium will do, and takes twice the time.
  const isBrowserNeeded = !process.env.CHROMIUM_PATH && !existsSync(headlessShell);
  const canInstall = !spawnSync('apt-get', ['--version']).error;
  if (isBrowserNeeded && (canInstall || !existsSync('/usr/bin/chromium'))) {
    packages.push('chromium-headless-shell', 'fonts-liberation');
  }
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
  ]) {
    if (program && name && spawnSync(program, ['--version']).error) packages.push(name);
  }
  if (packages.length === 0) return;
  if (!canInstall) {
    process.stderr.write(
      `Tests need ${packages.join(', ')}: install what is missing, and set CHROMIUM_PATH to Chromium's program.\n`,
    );
    process.exit(1);
  }
  process.stdout.write(`Installing ${packages.join(', ')} …\n`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command = '', ...args] = [...asRoot, 'apt-get'];
  run(command, [...args, 'update', '-qq']);
  run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

installWhenNeeded();
installProgramsWhenNeeded();
run('npm', ['run', 'validate']);
