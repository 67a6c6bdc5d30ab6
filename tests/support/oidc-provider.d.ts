/** As much of it as the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    ClientCredentials: { find(token: string): Promise<{ clientId: string; scope: string } | undefined> };
  }
}
