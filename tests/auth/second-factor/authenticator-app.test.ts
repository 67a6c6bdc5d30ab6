import { describe, expect, test } from 'vitest';
import { createAppKey, describeAppKey, findCodeStep } from '~/auth/second-factor/authenticator-app';

/** The secret of RFC 6238, appendix B, in Base32. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  // The appendix has eight digits; six are its last ones (RFC 4226, section 5.3).
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %i seconds', (seconds, code) => {
    expect(findCodeStep(key, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('counts a step early and a step late, and says of which step it is', () => {
    const at = 1_111_111_111_000;
    const step = Math.floor(at / 30_000);
    expect(findCodeStep(key, '050471', at + 30_000)).toBe(step);
    expect(findCodeStep(key, '050471', at - 30_000)).toBe(step);
    expect(findCodeStep(key, '050471', at + 60_000)).toBeUndefined();
    expect(findCodeStep(key, '050471', at - 60_000)).toBeUndefined();
  });

  test.each(['', '05047', '0504711', 'abcdef', '０５０４７１'])('is not %j', (code) => {
    expect(findCodeStep(key, code, 1_111_111_111_000)).toBeUndefined();
  });
});

describe('a key', () => {
  test('is new each time, and of 160 bits', () => {
    expect(createAppKey()).toMatch(/^[A-Z2-7]{32}$/);
    expect(createAppKey()).not.toBe(createAppKey());
  });

  test('is what an app reads from the URI', () => {
    const uri = describeAppKey(key, 'ada+work@example.com');
    expect(Object.fromEntries(new URL(uri).searchParams)).toEqual({
      issuer: 'Wicked Integrations',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(decodeURIComponent(new URL(uri).pathname)).toContain('Wicked Integrations:ada+work@example.com');
  });
});
