// Each line with docker that the documents give: what can be known of it without a daemon.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readArguments } from '~/services/administration/command-arguments';

const files = ['README.md', 'docs/self-hosting.md', 'docs/operations.md', 'docs/upgrading.md'];

interface Service {
  image: string;
  profiles?: string[];
  depends_on?: Record<string, unknown>;
}
const { services } = load(readFileSync('compose.yaml', 'utf8')) as { services: Record<string, Service> };

/** Of a file, the lines of its shell passages that begin with `docker`, each on one line. */
function listLines(file: string): string[] {
  const passages = [...readFileSync(file, 'utf8').matchAll(/^```sh[^\n]*\n([\s\S]*?)^```/gm)];
  return passages.flatMap(([, text = '']) =>
    text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => line.startsWith('docker ')),
  );
}

const lines = files.flatMap(listLines);

test('there are such lines, and no sentence hides one', () => {
  expect(lines.length).toBeGreaterThan(15);
  for (const file of files)
    expect(readFileSync(file, 'utf8')).not.toMatch(/`docker compose (?:run|stop|exec)/);
});

test.each(lines.filter((line) => line.includes('maintenance.js')))('the command is one: %s', (line) => {
  const [, words = ''] = /maintenance\.js (.*)$/.exec(line) ?? [];
  expect(readArguments(words.split(' '))).toEqual({ kind: 'command' });
});

describe('compose', () => {
  const composed = lines.flatMap((line) => {
    const [, before = '', verb = '', rest = ''] =
      /^docker compose ((?:--\S+ \S+ )?)(up|run|stop|exec|build)(.*)$/.exec(line) ?? [];
    return line.startsWith('docker compose') ? [{ line, before, verb, words: rest.trim().split(/\s+/) }] : [];
  });

  test.each(composed)('$line', ({ before, verb, words }) => {
    expect(['up', 'run', 'stop', 'exec', 'build']).toContain(verb);
    const profile = /--profile (\S+)/.exec(before)?.[1];
    if (profile) expect(Object.values(services).flatMap((each) => each.profiles ?? [])).toContain(profile);
    const named = words.find((word) => !word.startsWith('-'));
    if (verb !== 'run' && verb !== 'exec') return;
    const service = services[named ?? ''];
    expect(service).toBeDefined();
    // `run` starts what a service depends on, such as the server that was just stopped.
    if (verb === 'run' && service?.depends_on) expect(words).toContain('--no-deps');
  });
});

test('what `docker run` starts was built by the line before, by the name of compose', () => {
  const at = lines.findIndex((line) => line.startsWith('docker run '));
  const image = lines[at]?.split(' ').at(-1);
  expect(image).toBe(services.app?.image);
  expect(lines[at - 1]).toBe(`docker build -t ${image} .`);
});

const hasDocker = spawnSync('docker', ['--version']).status === 0;

describe.skipIf(!hasDocker)('the program knows every option', () => {
  test.each(lines.filter((line) => /^docker (?:run|exec) /.test(line)))('%s', (line) => {
    const args = line
      .replace('<container>', 'wicked')
      .replace('--env-file wicked.env', '')
      .split(/\s+/)
      .slice(1);
    const { stderr } = spawnSync('docker', args, {
      encoding: 'utf8',
      env: { ...process.env, DOCKER_HOST: 'unix:///nowhere/docker.sock' },
    });
    expect(stderr).toMatch(/connect to the Docker daemon|docker\.sock/);
  });
});
