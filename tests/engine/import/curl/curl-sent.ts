// What curl itself sends for a command, and what the calls send that are made of it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readImport } from '~/engine/import/read-import';
import { ApiCall } from '~/engine/definition/api-call';
import { finish } from '~/engine/json/json-parts';
import { buildRequest } from '~/engine/run/request';
import { makeOutbound } from '../../../outbound/loopback';
import type { Echo } from '../../../support/echo';

/** Lets bash run a command as written, with neither a proxy nor a settings file. */
export async function runByCurl(text: string, directory: string): Promise<void> {
  const env = { ...process.env, HOME: directory, LC_ALL: 'C.UTF-8' };
  // Its exit says how it liked the answers, which is not asked here; what it sent is.
  await promisify(execFile)('bash', ['-c', `curl() { command curl -q -s --noproxy '*' "$@"; }\n${text}`], {
    cwd: directory,
    env,
  }).catch(() => undefined);
}

const content = Buffer.from('of a file');
/** What stands for the file that a command reads. */
export const sentFile = {
  filename: 'file.txt',
  contentType: 'application/octet-stream',
  size: content.length,
  base64: content.toString('base64'),
};
const variables = new Map<string, unknown>([
  ['a', 'a'],
  ['file', sentFile],
]);

/** Sends the imported calls, and answers what was said of them. */
export async function sendByImport(text: string, outbound = makeOutbound()): Promise<string[]> {
  const { calls, notes } = readImport(text);
  for (const { call } of calls) {
    const built = finish(buildRequest(ApiCall.parse({ ...call, id: 'a', order: 1 }), variables, 'key'));
    if (built.kind !== 'request') throw new Error(built.message);
    const { followRedirects, ...request } = built.request;
    const outcome = await outbound.send({
      ...request,
      maxBodyBytes: 1_000,
      maxRedirects: followRedirects ? 3 : 0,
    });
    if (outcome.kind !== 'response') throw new Error(outcome.message);
  }
  return [...notes.map(({ message }) => message), ...calls.flatMap((choice) => choice.notes)];
}

/** What every client sets by itself: the connection's own, and what names the client. */
const ownOfClients = /^(?:host|content-length|connection|accept-encoding|idempotency-key)$/;
const defaults = /^(?:accept: \*\/\*|user-agent: (?:curl\/[\d.]+|wicked-integrations))$/;

/** A request without what differs from client to client; boundaries are chosen at random. */
export function describeSent({ method, target, headers, bytes }: Echo) {
  const boundary = /boundary=(\S+)/.exec(headers['content-type']?.[0] ?? '')?.[1];
  const level = (text: string) => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  return {
    // Signs that are no part of an address are sent percent-encoded, which is the same address (RFC 3986 §2.1).
    request: `${method} ${new URL(target, 'http://a.test').href}`,
    headers: Object.entries(headers)
      .map(([name, all]) => `${name}: ${level(all.join(', '))}`)
      .filter((line) => !ownOfClients.test(line.split(':')[0] ?? '') && !defaults.test(line))
      .toSorted(),
    body: level(bytes.toString('latin1')),
  };
}
