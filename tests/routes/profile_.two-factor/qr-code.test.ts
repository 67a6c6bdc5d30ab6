import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawQrCode } from '~/routes/profile_.two-factor/qr-code.server';

test('the path covers the dark modules, each once', () => {
  const text = 'otpauth://totp/Wicked%20Integrations:ada%40example.com?secret=GEZDGNBVGY3TQOJQ';
  const { size, path } = drawQrCode(text);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) drawn[Number(y)]![at]! += 1;
  }
  const { data } = encode(text, { ecc: 'M', border: 0 });
  expect(drawn).toEqual(data.map((row) => row.map(Number)));
});
