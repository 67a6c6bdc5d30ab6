import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { toCurlCommand } from '~/routes/integration.$integrationId.logs/log-view/as-curl';

const request = {
  method: 'POST',
  url: "https://api.example.com/o'neill?a=$HOME&b=`id`",
  headers: { 'content-type': 'application/json', authorization: 'Bearer ••••1234', 'content-length': '9' },
  body: '{"it\'s":"$(id) \\n"}\n',
  truncated: false,
};

/** What a shell makes of a command's words. */
function readByShell(command: string): string[] {
  const script = command.replace(/^curl/, String.raw`printf '%s\0'`);
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

it('is the request again, whatever its texts hold', () => {
  expect(readByShell(toCurlCommand(request, 1000))).toEqual([
    '-X',
    'POST',
    request.url,
    '-H',
    'content-type: application/json',
    '-H',
    'authorization: Bearer ••••1234',
    '--data-raw',
    request.body,
  ]);
});

it('leaves a body that is long or not whole to a file', () => {
  expect(toCurlCommand(request, 5)).toContain('--data-binary @body.txt');
  expect(toCurlCommand({ ...request, truncated: true }, 1000)).toContain('--data-binary @body.txt');
  expect(toCurlCommand({ ...request, body: '' }, 1000)).not.toContain('--data');
});

it('asks for a HEAD so that curl waits for no body', () => {
  const head = { ...request, method: 'HEAD', url: 'https://a.test/', headers: {} };
  expect(toCurlCommand({ ...head, body: '' }, 1000)).toBe('curl --head https://a.test/');
  expect(toCurlCommand({ ...head, body: 'a' }, 1000)).toContain('curl -X HEAD https://a.test/');
});
