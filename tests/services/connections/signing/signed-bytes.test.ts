import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signHeaders } from '~/services/connections/signing/aws-signature';

test('AWS signatures cover the bytes of a file', () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const signing = {
    region: 'eu-central-1',
    service: 's3',
    accessKeyId: 'AKID',
    secretAccessKey: 'secret',
    sessionToken: '',
  };
  const signed = signHeaders(
    { method: 'PUT', url: 'https://bucket.example/a.pdf', headers: [], body },
    signing as Parameters<typeof signHeaders>[1],
    0,
  );
  expect(new Map(signed).get('X-Amz-Content-Sha256')).toBe(createHash('sha256').update(body).digest('hex'));
});
