import type { ApiCall } from '~/engine/definition/api-call';
import { isCredentialName, isSecretHeader } from '~/engine/secrets/credential-names';
import type { CallForm, HeaderRow } from '../editor-form';
import { rarelyHasBody } from '../method-body';

type Sent = Pick<
  ApiCall,
  | 'name'
  | 'method'
  | 'url'
  | 'headers'
  | 'secretHeaders'
  | 'authConfig'
  | 'body'
  | 'bodyType'
  | 'timeoutMs'
  | 'followRedirects'
>;

/** Converts what a call sends, and its timeout, to fields of the form. */
export function toSentFields(call: Sent) {
  const { authConfig } = call;
  return {
    name: call.name,
    method: call.method,
    url: call.url,
    headers: toRows(call.headers, call.secretHeaders),
    authConfig: {
      type: authConfig.type,
      token: authConfig.type === 'bearer' ? authConfig.token : '',
      username: authConfig.type === 'basic' ? authConfig.username : '',
      password: authConfig.type === 'basic' ? authConfig.password : '',
      connectionId: authConfig.type === 'connection' ? authConfig.connectionId : '',
    },
    sendsBody: rarelyHasBody(call.method) && call.body !== '',
    body: call.body,
    bodyType: call.bodyType ?? '',
    timeoutSeconds: String(call.timeoutMs / 1000),
    followRedirects: call.followRedirects,
  } satisfies Partial<CallForm>;
}

/** Converts headers to rows, in their order. */
export function toRows(headers: Record<string, string>, secretHeaders: string[] = []): HeaderRow[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    // A header that is secret by its name has no check box, so the form must not set one.
    secret: !isCredentialName(name) && isSecretHeader({ secretHeaders }, name),
  }));
}
