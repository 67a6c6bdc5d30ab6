// The lines for two servers behind a proxy, put where docs/availability.md says they belong, as the programs themselves check them.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCertificate } from '../support/certificate';
import { findFreePort } from '../support/free-port';
import { createDataDir } from '../support/server';
import { findBlock } from './documents';

const name = 'hooks.example.com';
const one = 'docs/self-hosting.md';
const two = 'docs/availability.md';

/** Puts other lines in the place of the one passage that the pattern finds. */
function exchange(text: string, place: RegExp, lines: string): string {
  expect(text.match(new RegExp(place, `g${place.flags}`))).toHaveLength(1);
  return text.replace(place, () => lines);
}

interface Place {
  directory: string;
  certificate: string;
  port: number;
}

const checks: [
  program: string,
  configure: (place: Place) => { text: string; args: (file: string) => string[] },
][] = [
  [
    '/usr/sbin/nginx',
    ({ directory, certificate, port }) => {
      const server = exchange(findBlock(one, 'proxy'), /^upstream \w+ \{.*?^\}\n/ms, findBlock(two, 'proxy'))
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replaceAll(/\/etc\/letsencrypt\S+\.pem/g, certificate);
      const text = `pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${server} }`;
      return { text, args: (file) => ['-t', '-c', file, '-p', directory] };
    },
  ],
  [
    '/usr/bin/caddy',
    () => ({
      text: exchange(findBlock(one, 'caddy'), /^ {2}reverse_proxy [^}]*\}\n/m, findBlock(two, 'caddy')),
      args: (file) => ['adapt', '--validate', '--adapter', 'caddyfile', '--config', file],
    }),
  ],
  [
    '/usr/sbin/haproxy',
    ({ certificate }) => ({
      text: exchange(findBlock(one, 'haproxy'), /^ {2}server .*\n/m, findBlock(two, 'haproxy')).replace(
        `/etc/haproxy/${name}.pem`,
        certificate,
      ),
      args: (file) => ['-c', '-f', file],
    }),
  ],
];

test.each(checks)('%s takes the lines for two servers', async (program, configure) => {
  const directory = createDataDir();
  const certificate = join(directory, 'both.pem');
  const { key, cert } = createCertificate(name);
  writeFileSync(certificate, cert + key);
  const { text, args } = configure({ directory, certificate, port: await findFreePort() });
  expect(text.match(/127\.0\.0\.1:300[01]/g)).toEqual(['127.0.0.1:3000', '127.0.0.1:3001']);
  if (!existsSync(program)) return;
  const file = join(directory, 'configuration');
  writeFileSync(file, text);
  const { status, stderr } = spawnSync(program, args(file), {
    encoding: 'utf8',
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/alert|emerg|Error:/i)]);
});
