import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFileKey, openFileKey, openPart, partBytes, sealPart } from '~/services/files/sealed-parts';

const keys = { appKey: Buffer.alloc(32, 1) };

test('a part is opened by the key of its file, in its place and unchanged', () => {
  const { key, sealedKey } = createFileKey(keys, 'a');
  const bytes = randomBytes(partBytes);
  const sealed = sealPart(key, 7, bytes);
  expect(sealed.includes(bytes.subarray(0, 16))).toBe(false);
  expect(openFileKey(keys, 'a', sealedKey)).toEqual(key);
  expect(openPart(key, 7, sealed)?.equals(bytes)).toBe(true);
  expect(openPart(key, 8, sealed)).toBeUndefined();
  expect(openPart(createFileKey(keys, 'a').key, 7, sealed)).toBeUndefined();
  sealed[sealed.length - 1]! ^= 1;
  expect(openPart(key, 7, sealed)).toBeUndefined();
});

test('the key of a file is opened for that file, with the key of the server', () => {
  const { sealedKey } = createFileKey(keys, 'a');
  expect(openFileKey(keys, 'b', sealedKey)).toBeUndefined();
  expect(openFileKey({ appKey: Buffer.alloc(32, 2) }, 'a', sealedKey)).toBeUndefined();
  expect(
    openFileKey({ appKey: Buffer.alloc(32, 2), otherAppKey: keys.appKey }, 'a', sealedKey),
  ).toBeDefined();
});
