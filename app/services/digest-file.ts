import { createHash } from 'node:crypto';
import type { DigestFile } from '~/engine/request-bodies/upload';

export const digestFile: DigestFile = (base64, size) => {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === size ? createHash('sha256').update(bytes).digest('hex') : undefined;
};
