// The Dockerfile and .dockerignore as what they mean, for tests that do what they say without Docker.
import { readFileSync } from 'node:fs';

export interface Instruction {
  /** In capitals: FROM, COPY, RUN, … */
  name: string;
  /** All that follows on its line and on those it continues on. */
  text: string;
}

export function listInstructions(file = 'Dockerfile'): Instruction[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const whole = lines
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '');
  return whole.split('\n').flatMap((line) => {
    const [, name, text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name ? [{ name, text: text.trim() }] : [];
  });
}

/** The value of an instruction in the JSON form, as of CMD. */
export function readWords({ text }: Instruction): string[] {
  return JSON.parse(text) as string[];
}

/**
 * Whether a file, by its path from the root, is in the context of the build. A pattern stands for a path or for a folder
 * with all in it, always from the root; `!` takes back what an earlier line said; the last line that fits counts.
 */
export function isInContext(path: string, patterns: string[]): boolean {
  const segments = path.split('/');
  const above = segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  return patterns.reduce((isIn, line) => {
    const pattern = line.replace(/^!/, '').replace(/^\/|\/$/g, '');
    return above.some((each) => toExpression(pattern).test(each)) ? line.startsWith('!') : isIn;
  }, true);
}

function toExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('?', '[^/]');
  return new RegExp(`^${escaped.replace(/\*\*\/?|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'))}$`);
}

/** The lines of .dockerignore that say something. */
export function listIgnored(file = '.dockerignore'): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line && !line.startsWith('#'));
}
