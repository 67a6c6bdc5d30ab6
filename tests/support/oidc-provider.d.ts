/** As much of it as the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    ClientCredentials: { find(token: string): Promise<{ clientId: string; scope: string } | undefined> };
  }
}
