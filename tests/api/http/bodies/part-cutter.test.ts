// Forms with files that are cut while they arrive: what is kept is a valid form with the beginning of each part.
import { expect, it, test } from 'vitest';
import { createPartCutter } from '~/api/http/bodies/part-cutter';
import { readMultipart } from '~/services/webhooks/bodies/multipart';

const type = 'multipart/form-data; boundary=b-b';

const least = 128 * 1024;

function writeForm(parts: [name: string, content: string][]): Buffer {
  const written = parts.map(
    ([name, content]) => `--b-b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`,
  );
  return Buffer.from(`${written.join('')}--b-b--\r\n`);
}

/** Sends a body in chunks of so many bytes, and returns the lengths of the parts that are kept. */
function cut(body: Buffer, chunkBytes: number, room: number): Record<string, number> {
  const take = createPartCutter(type, room);
  const kept: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) kept.push(take(body.subarray(at, at + chunkBytes)));
  const read = readMultipart(Buffer.concat([...kept, take(null)]), type);
  if (read.kind !== 'parts') throw new Error(read.message);
  return Object.fromEntries(read.parts.map(({ name, content }) => [name, content.length]));
}

test.each([7, 1000, 64 * 1024])('keeps a form that fits, in chunks of %i bytes', (chunkBytes) => {
  const body = writeForm([
    ['file', `a\r\n--b-${'x'.repeat(5_000)}`],
    ['note', 'typed'],
  ]);
  expect(cut(body, chunkBytes, 10_000)).toEqual({ file: 5_007, note: 5 });
});

it('cuts what is too long, and keeps what was typed behind it', () => {
  const body = writeForm([
    ['first', 'x'.repeat(400_000)],
    ['second', 'y'.repeat(900_000)],
    ['note', 'z'.repeat(80_000)],
  ]);
  const { first, second = 0, note } = cut(body, 64 * 1024, 500_000);
  expect([first, note]).toEqual([400_000, 80_000]);
  expect(second).toBeGreaterThan(90_000);
  expect(second).toBeLessThanOrEqual(least);
});

it('leaves the beginning of each part where there is no room', () => {
  const body = writeForm([
    ['file', 'x'.repeat(400_000)],
    ['note', 'typed'],
  ]);
  expect(cut(body, 10_000, 0)).toEqual({ file: expect.any(Number), note: 5 });
});

it('looks for no more parts than a form may have', () => {
  const take = createPartCutter(type, 1024 * 1024);
  const parts = writeForm(Array.from({ length: 1_002 }, (): [string, string] => ['a', '']));
  const first = take(parts);
  expect(readMultipart(first, type)).toEqual({
    kind: 'unparsable',
    message: 'A form may have at most 1000 parts.',
  });
  expect(take(parts)).toHaveLength(0);
  expect(take(null)).toHaveLength(0);
});
