// Blocks of commands of the documents, run as they stand there, with other folders in place of the system's.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { findBlock } from '../docs/documents';

const run = promisify(execFile);

interface Shell {
  /** Runs the block of a document that has a mark, each line only when the one before succeeded; answers what it wrote. */
  runBlock(document: string, mark: string): Promise<string>;
  runText(text: string): Promise<string>;
}

/**
 * @param replaced what stands in the documents, and what is meant here
 * @param programs commands that stand before those of the system, as text of a shell
 */
export function createShell(
  directory: string,
  replaced: [from: string | RegExp, to: string][],
  programs: Record<string, string> = {},
): Shell {
  const bin = join(directory, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}`);
    chmodSync(join(bin, name), 0o755);
  }
  const { PATH, HOME } = process.env;
  async function runText(written: string): Promise<string> {
    const text = replaced.reduce((whole, [from, to]) => whole.replaceAll(from, to), written);
    const env = { ...(PATH && { PATH: `${bin}${delimiter}${PATH}` }), ...(HOME && { HOME }) };
    const { stdout, stderr } = await run('sh', ['-euc', text], {
      cwd: directory,
      env: env as NodeJS.ProcessEnv,
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  }
  return { runText, runBlock: (document, mark) => runText(findBlock(document, mark)) };
}
