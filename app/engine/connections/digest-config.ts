// Digest authentication (RFC 7616): the password is never sent; each request proves that the client knows it.
import '../schema/zod-settings';
import { z } from 'zod';
import { required } from './config-parts';

export const Digest = z.object({ username: required('Username'), password: required('Password') });
export type Digest = z.infer<typeof Digest>;
