// `npm test`: everything that is checked, on a machine that may have nothing installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installWhenNeeded, run } from './prepare.js';

/** The browser that tests drive; Debian's package works everywhere this project is tested. */
function installBrowserWhenNeeded() {
  if (process.env.CHROMIUM_PATH || existsSync('/usr/bin/chromium')) return;
  if (spawnSync('apt-get', ['--version']).error) {
    process.stderr.write('Browser tests need Chromium: install it and set CHROMIUM_PATH to its program.\n');
    process.exit(1);
  }
  process.stdout.write('Installing Chromium …\n');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command = '', ...args] = [...asRoot, 'apt-get'];
  run(command, [...args, 'update', '-qq']);
  run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']);
}

installWhenNeeded();
installBrowserWhenNeeded();
run('npm', ['run', 'validate']);
