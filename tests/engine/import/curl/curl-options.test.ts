// Each option that the import knows, sent by curl itself and by the call that is made of it: what arrives is the same, or a
// note says what is not.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCurlOption } from '~/engine/import/curl/curl-options';
import { startEcho } from '../../../support/echo';
import { describeSent, runByCurl, sendByImport } from './curl-sent';

const run = promisify(execFile);

/** What stands behind `curl`, where URL is the address; and what the import must say of a difference. */
const lines: [options: string, note?: string][] = [
  ['URL'],
  ['"URL/a%20b?q=1&r=%C3%BC#part"'],
  ['--url URL/x --url-query a=b\\&c --url-query +d=%20 --url-query =e'],
  ['URL?a=1 --url-query "b=c d"'],
  ['URL --url-query a@file.txt', 'query from the file'],
  ["-H 'X-A: b' --header 'x-c:  d  ' URL"],
  ["-H 'X-A: one' -H 'X-A: two' URL"],
  ["-H 'Accept: text/plain' -H 'User-Agent: me' -H 'Referer: https://r.test/' -H 'Cookie: a=b' URL"],
  ["-H 'Accept:' -H 'User-Agent: me' URL"],
  ["-H 'X-Empty;' URL", 'X-Empty'],
  ["-H 'Host: other.test' URL", 'Host'],
  ['-H @headers.txt URL', 'Headers from a file'],
  ["-H 'Transfer-Encoding: chunked' -d x URL", 'Transfer-Encoding'],
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].flatMap((method): [string][] => [
    [`-X ${method} URL`],
    [`--request ${method} URL -d '{"a":1}' -H 'Content-Type: application/json'`],
  ]),
  ['-X post URL -d x', 'capitals'],
  ['-X PURGE URL', 'PURGE requests cannot be sent'],
  ['-d a=1 --data b=2 --data-ascii c=%20 URL'],
  ["-d '' URL"],
  ["-d x -H 'Content-Type:' URL", 'application/json'],
  ["-d @- URL <<'END'\na\nb\nEND"],
  ["--data-binary @- URL <<'END'\na\nb\nEND"],
  ["-d @- URL -d @- -d a=1 <<'END'\na\nb\nEND"],
  ["--json @- URL --json @- <<< '{}'"],
  ['-d @- URL -: --data-binary @- URL/2 <<< a'],
  ['-d @file.txt URL', 'file.txt'],
  ["--data-binary $'a\\r\\nb\\t\\xc3\\xa9' URL"],
  ["--data-binary $'\\xe9' URL", 'not UTF-8 text'],
  ["--data-raw '@file.txt' URL"],
  ["--data-raw 'größe €' URL -H 'Content-Type: text/plain; charset=utf-8'"],
  ["--data-urlencode 'a=b c&d' --data-urlencode '=e+f' --data-urlencode 'ü~!*' URL"],
  ['--data-urlencode a@file.txt URL', 'file.txt'],
  [`--json '{"a":"ü"}' URL`],
  [`--json '{"a":1' --json '}' -H 'Content-Type: application/vnd.api+json' -H 'Accept: text/plain' URL`],
  ["-F a=1 -F 'b=x;type=text/csv' -F 'c=\"d;e\"' --form 'f g=ü' URL"],
  ['--form-string a=@b --form-string "c=d;type=e" URL -X PUT'],
  ['-F a=@file.txt URL', '(-F)'],
  ['-F "a=<file.txt" URL', '(-F)'],
  ["-F a=1 -H 'Content-Type: multipart/related; boundary=abc' URL", 'boundary'],
  ['-u ada:open-sesame URL'],
  ['--user ü:é:ß --basic URL'],
  ['-u key: URL'],
  ['-u me URL </dev/null', 'password (-u) is missing'],
  ["-u a:b -H 'Authorization: Own c' URL"],
  ["-u a:b -H 'Authorization:' URL"],
  ['http://ada:open%20sesame@HOST/x'],
  ['-u a:b http://c:d@HOST/x'],
  ['--digest -u a:b URL', 'Digest'],
  ['--ntlm -u a:b URL', 'NTLM'],
  ['--negotiate -u : URL', 'Negotiate'],
  ['--anyauth -u a:b URL', 'the server chooses'],
  ['--aws-sigv4 aws:amz:eu-west-1:s3 -u a:b URL', 'AWS Signature'],
  ['--oauth2-bearer abc URL'],
  ['--oauth2-bearer abc -u a:b URL'],
  ["--oauth2-bearer abc -H 'Authorization: Own c' URL"],
  ['-G URL'],
  ["-G URL?x=1 -d a=b --data-urlencode 'c=d e'"],
  ['-G -X POST URL -d a=b'],
  ['--get --head URL -d a=b'],
  ['-I URL'],
  ['--head -X OPTIONS URL'],
  ['-b a=b URL'],
  ["-b 'a=b; c=d' --cookie e=f URL"],
  ['-b jar.txt URL', 'Cookies from a file'],
  ['-A me/1.0 URL'],
  ["--user-agent '' URL", 'User-Agent'],
  ['-e https://r.test/ URL'],
  ["--referer 'https://r.test/;auto' URL"],
  ['-k URL', '-k'],
  ['--insecure URL', '-k'],
  ['-L URL/redirect/302'],
  ...[301, 302, 303, 307, 308].map((status): [string] => [`-L URL/redirect/${status} -d a=b -u a:b`]),
  ['-L -I URL/redirect/303'],
  ['-L -X DELETE URL/redirect/302', '-X'],
  ['-L -X PUT URL/redirect/303 -d a=b', '-X'],
  ['-L -X GET URL/redirect/302 -d a=b', '-X'],
  ['-L -X GET URL/redirect/307'],
  ['--location-trusted -u a:b URL/redirect/302', 'Authorization stays behind'],
  ['URL/redirect/302'],
  // What curl sends for them is compared in curl-versions.test.ts.
  ...['--http1.0', '--http2', '--http2-prior-knowledge', '--http3'].map((option): [string, string] => [
    `${option} URL`,
    `so the option “${option}” was left out`,
  ]),
  ['-4 URL', '“-4”'],
  ['-6 URL', '“-6”'],
  ['-T file.txt URL/x', 'The body is the file “file.txt”'],
  ['--upload-file file.txt URL/x -X POST', 'The body is the file “file.txt”'],
  ['-m 5 URL'],
  ['--max-time 12.5 URL'],
  ['URL/a --next -d b URL/b -: -I URL/c'],
  ['URL/a URL/b -d c'],
  ['-g URL/[1-2]/{a}'],
  ["--globoff 'URL/{a,b}'"],
  ['URL/[1-2]', 'several requests'],
  ['URL/x?q={a}', 'placeholder'],
];

/** Values of options that say nothing of the request. */
const values: Record<string, string> = {
  output: '/dev/null',
  'write-out': '%{http_code}',
  'cookie-jar': '/dev/null',
  'dump-header': '/dev/null',
  'connect-timeout': '5',
  stderr: '/dev/null',
  trace: '/dev/null',
  'trace-ascii': '/dev/null',
  retry: '1',
  'retry-delay': '1',
  'retry-max-time': '5',
  'max-redirs': '5',
};

let echo: Awaited<ReturnType<typeof startEcho>>;
let options: { long: string; short: string | undefined; takesValue: boolean }[];
const directory = mkdtempSync(join(tmpdir(), 'curl-options-'));

beforeAll(async () => {
  echo = await startEcho();
  const { stdout } = await run('curl', ['--help', 'all']);
  options = stdout.split('\n').flatMap((line) => {
    const [, short, long, value] = /^ *(?:-(.), )? *--([\w.-]+) (<[^>]+>|\[[^\]]*\])?/.exec(line) ?? [];
    return long === undefined ? [] : [{ long, short, takesValue: value !== undefined }];
  });
  writeFileSync(join(directory, 'file.txt'), 'of a file');
  writeFileSync(join(directory, 'headers.txt'), 'X-File: 1\n');
});

afterAll(async () => {
  await echo.close();
  rmSync(directory, { recursive: true });
});

async function compare(text: string, note?: string): Promise<void> {
  const command = `curl ${text
    .replaceAll('URL', `http://127.0.0.1:${echo.port}`)
    .replaceAll('HOST', `127.0.0.1:${echo.port}`)}`;
  echo.take();
  await runByCurl(command, directory);
  const curls = echo.take().map(describeSent);
  const notes = await sendByImport(command);
  const sent = echo.take();
  if (note === undefined) expect(notes).toEqual([]);
  else return expect(notes.join('\n')).toContain(note);
  expect(curls).not.toEqual([]);
  expect(sent.map(describeSent)).toEqual(curls);
}

describe('what arrives', () => {
  it.each(lines)('by curl %s', compare);

  it('is the same with each option that says nothing of a request', async () => {
    const silent = options.filter(({ long }) => findCurlOption(long).meaning === 'silent');
    expect(silent.length).toBeGreaterThan(30);
    for (const { long, takesValue } of silent) {
      const value = takesValue ? ` ${values[long]}` : '';
      await compare(`--${long}${value} URL/x -H 'X-A: b'`);
    }
  });
});

it('each option that the import knows is among the lines, by its long or its short name', () => {
  const text = lines.map(([line]) => ` ${line} `).join('');
  const missing = options.filter(({ long, short }) => {
    const { meaning } = findCurlOption(long);
    if (meaning === 'silent' || meaning === 'unknown') return false;
    return !text.includes(` --${long} `) && !(short !== undefined && text.includes(` -${short} `));
  });
  expect(missing).toEqual([]);
});

it('the import knows of each option whether a value follows, and both its names', () => {
  expect(options.length).toBeGreaterThan(200);
  for (const { long, short, takesValue } of options.filter((option) => option.long !== 'help')) {
    const known = findCurlOption(long);
    expect({ long, takesValue: known.takesValue }).toEqual({ long, takesValue });
    if (short !== undefined) expect({ long, ...findCurlOption(short) }).toEqual({ long, ...known });
  }
});
