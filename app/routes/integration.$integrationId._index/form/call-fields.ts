import type { ApiCall } from '~/engine/definition/api-call';
import type { RememberedValue } from '~/engine/definition/response-mapping';
import { isCredentialName, isSecretHeader } from '~/engine/secrets/credential-names';
import type { CallForm, HeaderRow } from './editor-form';
import { rarelyHasBody } from './method-body';

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

/** What a call sends, and how long it waits, as its fields hold it. */
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

/** Headers as rows, in their order. */
export function toRows(headers: Record<string, string>, secretHeaders: string[] = []): HeaderRow[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value,
    // What is one by its name has no switch, and a form without it is not changed.
    secret: !isCredentialName(name) && isSecretHeader({ secretHeaders }, name),
  }));
}

/** What a call remembers, as it is typed: `name = value`, one a line. */
export function writeRememberLines(values: readonly RememberedValue[] = []): string {
  return values.map(({ name, value }) => `${name} = ${value}`).join('\n');
}

/** The values, and the lines, from 1, that have no equals sign between name and value. */
export function readRememberLines(text: string): { values: RememberedValue[]; wrong: number[] } {
  const values: RememberedValue[] = [];
  const wrong: number[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(line) ?? [];
    if (name.trim() && value.trim()) values.push({ name: name.trim(), value: value.trim() });
    else wrong.push(index + 1);
  }
  return { values, wrong };
}

/** Why the lines cannot be read, if they cannot. */
export function findRememberError(text: string): string | undefined {
  const { wrong } = readRememberLines(text);
  if (wrong.length === 0) return undefined;
  const [lines, have] = wrong.length === 1 ? ['Line', 'has'] : ['Lines', 'have'];
  return `${lines} ${wrong.join(', ')} ${have} no name and value. Write name = value, like lastId = orders[0].id`;
}

/** A problem's field by the name of the form's; undefined of any other field. */
export function nameRememberField(field: string): string | undefined {
  const [, call] = /^(apiCalls\.\d+)\.remember\b/.exec(field) ?? [];
  return call && `${call}.responseMapping.remember`;
}
