// `npm run validate`: all checks. Checks that use one processor and do not depend on each other run side by side. The tests,
// which use two and need the build, follow, one suite after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root, run } from './prepare.js';

/** The checks, the longest first, so that the last one to begin is short. */
const checks = ['build', 'typecheck', 'lint', 'format:check'];
const atOnce = 2;

/**
 * Runs a script of package.json to its end, then shows its output, and returns whether it passed.
 * @param {string} script
 */
async function check(script) {
  const beganAt = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  }
  const [code] = await once(child, 'close');
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(0);
  process.stdout.write(`\n> ${script}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n${output}`);
  return code === 0;
}

/** Runs every check, whether or not another one failed. */
async function checkAll() {
  const waiting = [...checks];
  let allPassed = true;
  const work = async () => {
    for (let script = waiting.shift(); script; script = waiting.shift()) {
      allPassed = (await check(script)) && allPassed;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return allPassed;
}

// Types and build both need it, and would compile it at the same time.
run(process.execPath, [join(root, 'scripts', 'compile-sqlite.js')]);
if (!(await checkAll())) process.exit(1);
run('npx', ['vitest', 'run']);
run('npm', ['run', '--silent', 'test:browser']);
