import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readMultipart } from '~/services/webhooks/bodies/multipart';
import { writeUpload } from '~/services/runs/sending/write-upload';

function file(filename: string, contentType: string, bytes: Buffer) {
  return { filename, contentType, size: bytes.length, base64: bytes.toString('base64') };
}

/** Writes an upload that is in the memory. */
function write(...args: Parameters<typeof writeUpload>) {
  const { body, contentType } = writeUpload(...args);
  if (!Buffer.isBuffer(body)) throw new Error('It is read while it is sent.');
  return { body, contentType };
}

function readBack({ body, contentType = '' }: ReturnType<typeof write>) {
  const read = readMultipart(body, contentType);
  if (read.kind !== 'parts') throw new Error(read.message);
  return read.parts;
}

test('the same form under the same key is the same bytes', () => {
  const upload = { kind: 'form' as const, parts: [{ name: 'a', text: 'b' }] };
  expect(write(upload, 'key').body.equals(write(upload, 'key').body)).toBe(true);
});

test('who knows the key ends no part: a boundary that stands in a part is not taken', () => {
  const boundary = `form-${createHash('sha256').update('key 0').digest('hex').slice(0, 40)}`;
  const forged = Buffer.from(
    `x\r\n--${boundary}\r\nContent-Disposition: form-data; name="role"\r\n\r\nadmin\r\n`,
  );
  const parts = [{ name: 'a', file: file('a.bin', 'application/pdf', forged) }];
  const written = write({ kind: 'form', parts }, 'key');
  expect(written.contentType).not.toContain(boundary);
  expect(readBack(written)).toMatchObject([{ name: 'a', content: forged }]);
});

test('no name or type of a file adds a header or a field', () => {
  const parts = [
    { name: 'a"\r\nX: 1', file: file('b"; name="c\r\nX: 2', 'text/plain\r\nX: 3', Buffer.from('z')) },
  ];
  const { body } = write({ kind: 'form', parts }, 'key');
  expect(body.toString()).toContain(
    'Content-Disposition: form-data; name="a%22%0D%0AX: 1"; filename="b%22; name=%22c%0D%0AX: 2"\r\nContent-Type: application/octet-stream\r\n\r\nz',
  );
});
