// Digest authentication (RFC 7616): a password that is never sent; each request proves that it is known.
import '../schema/zod-settings';
import { z } from 'zod';
import { required } from './config-parts';

export const Digest = z.object({ username: required('Username'), password: required('Password') });
export type Digest = z.infer<typeof Digest>;
