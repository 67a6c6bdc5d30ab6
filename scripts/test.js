// `npm test`: everything that is checked, on a machine that may have nothing installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installWhenNeeded, run } from './prepare.js';

/** The browser that tests drive, and curl, with which the import of its commands is compared, as Debian's packages. */
function installProgramsWhenNeeded() {
  const packages = [];
  if (!process.env.CHROMIUM_PATH && !existsSync('/usr/bin/chromium')) {
    packages.push('chromium', 'fonts-liberation');
  }
  if (spawnSync('curl', ['--version']).error) packages.push('curl');
  if (packages.length === 0) return;
  if (spawnSync('apt-get', ['--version']).error) {
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
