import { describe, expect, it } from 'vitest';
import { createMaskSecrets } from '~/engine/secrets/mask-secrets';
import { searchForSecrets } from '~/services/files/secret-search';

const secret = 'Geheimnis-für-alle';

async function search(...parts: Buffer[]): Promise<boolean> {
  const searchPart = searchForSecrets({ maskSecrets: createMaskSecrets([secret]) });
  let isFound = false;
  for (const part of parts) isFound = await searchPart(part);
  return isFound;
}

const partBytes = 256 * 1024;
const noise = Buffer.alloc(3 * partBytes, Buffer.from([0x80, 0xff, 0x41, 0xc3]));

/** Puts the secret at a place of three parts, in UTF-8 or Latin-1. */
function hide(at: number, encoding: BufferEncoding): Buffer[] {
  const bytes = Buffer.from(noise);
  bytes.write(secret, at, encoding);
  return [0, 1, 2].map((index) => bytes.subarray(index * partBytes, (index + 1) * partBytes));
}

describe('the search of a file for secrets', () => {
  it('finds one wherever it stands in the parts, also where two of them meet, and tells so from then on', async () => {
    expect(await search(...hide(0, 'utf8').map(() => noise))).toBe(false);
    const chunk = 160 * 1024;
    for (const at of [0, chunk - 5, partBytes - 5, partBytes, 2 * partBytes - 1, noise.length - 19]) {
      for (const encoding of ['utf8', 'latin1'] as const) {
        expect([at, encoding, await search(...hide(at, encoding))]).toEqual([at, encoding, true]);
      }
    }
  });

  it('finds one in parts that are shorter than it', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(secret), Buffer.from([0xff])]);
    expect(await search(...Array.from(bytes, (byte) => Buffer.from([byte])))).toBe(true);
  });

  it('finds nothing in nothing', async () => {
    expect(await search()).toBe(false);
    expect(await search(Buffer.alloc(0))).toBe(false);
  });
});
