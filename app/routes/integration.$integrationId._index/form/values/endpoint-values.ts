// Converts the settings of a webhook to fields of the form and back. A save leaves out defaults, so that the trigger
// stays small.
import type { WebhookTrigger } from '~/engine/integration';
import { findWrongLines, readConditionLines, nameLines, writeConditionLines } from '../lines/condition-lines';
import { splitLines } from '../lines/split-lines';
import type { Answer } from '~/engine/senders/answer';
import type { EndpointForm } from '../editor-form';
import { emptyEndpoint } from './empty-endpoint';

type Webhook = Pick<
  WebhookTrigger['webhook'],
  | 'verify'
  | 'handshake'
  | 'readAs'
  | 'respond'
  | 'dedupe'
  | 'runFailedAgain'
  | 'onlyRunIf'
  | 'methods'
  | 'allowFrom'
>;

export function toEndpointForm({
  verify,
  handshake,
  readAs,
  respond,
  dedupe,
  runFailedAgain,
  onlyRunIf,
  methods,
  allowFrom,
}: Webhook): EndpointForm {
  const texts = Object.entries(verify ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    ...emptyEndpoint,
    ...(Object.fromEntries(texts) as Partial<EndpointForm>),
    ...(verify?.scheme === 'hmac' && { signed: verify.signed.replaceAll('\n', '\\n') }),
    ...(verify?.scheme === 'jws' && { timestamp: '', signedTime: verify.timestamp ?? '' }),
    handshake: handshake ?? '',
    ...(dedupe && { deliveryKey: dedupe.by, keyName: dedupe.of, keyHours: String(dedupe.hours) }),
    failedKey: runFailedAgain ? 'again' : '',
    onlyRunIf: writeConditionLines(onlyRunIf ?? []),
    readAs: readAs ?? 'auto',
    methods: (methods ?? []).join(', '),
    allowFrom: (allowFrom ?? []).join('\n'),
    ...(respond && toAnswerForm(respond)),
  };
}

function toAnswerForm({ mode, status, contentType, headers, body, ...wait }: Answer) {
  return {
    respond: mode ?? 'custom',
    status: String(status),
    contentType,
    answerHeaders: writeHeaderLines(headers ?? {}),
    body,
    afterCallId: wait.afterCallId ?? '',
    waitSeconds: String(wait.timeoutSeconds ?? emptyEndpoint.waitSeconds),
    ...(wait.late && { lateStatus: String(wait.late.status), lateBody: wait.late.body }),
  };
}

/** Converts the fields to parts of a webhook trigger, unchecked. `callIds` are the ids that the save gives to new calls. */
export function toEndpoint(endpoint: EndpointForm, callIds: ReadonlyMap<string, string> = new Map()): object {
  const respond = toAnswer(endpoint, callIds);
  const { handshake, readAs } = endpoint;
  const verify = toVerify(endpoint);
  const dedupe = toDedupe(endpoint);
  const { conditions } = readConditionLines(endpoint.onlyRunIf);
  const methods = listWords(endpoint.methods.toUpperCase());
  const allowFrom = listWords(endpoint.allowFrom);
  return {
    ...(verify && { verify }),
    ...(handshake && { handshake }),
    ...(dedupe && { dedupe }),
    ...(endpoint.failedKey === 'again' && { runFailedAgain: true }),
    ...(conditions.length > 0 && { onlyRunIf: conditions }),
    ...(readAs && readAs !== 'auto' && { readAs }),
    ...(methods.length > 0 && { methods }),
    ...(allowFrom.length > 0 && { allowFrom }),
    ...(respond && { respond }),
  };
}

function toAnswer(endpoint: EndpointForm, callIds: ReadonlyMap<string, string>): object | undefined {
  const { respond: mode, contentType, body, afterCallId, lateStatus, lateBody } = endpoint;
  if (mode !== 'custom' && mode !== 'result') return undefined;
  const { headers } = readHeaderLines(endpoint.answerHeaders);
  return {
    ...(mode === 'result' && {
      mode,
      ...(afterCallId && { afterCallId: callIds.get(afterCallId) ?? afterCallId }),
      timeoutSeconds: Number(endpoint.waitSeconds || emptyEndpoint.waitSeconds),
      ...((lateBody || lateStatus === '200') && { late: { status: Number(lateStatus), body: lateBody } }),
    }),
    status: Number(endpoint.status || emptyEndpoint.status),
    contentType,
    ...(Object.keys(headers).length > 0 && { headers }),
    body,
  };
}

function writeHeaderLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Reads header lines. `wrong`: the numbers of lines that are not a header or repeat a name. */
function readHeaderLines(text: string): { headers: Record<string, string>; wrong: number[] } {
  const headers: Record<string, string> = {};
  const wrong: number[] = [];
  for (const [index, line] of splitLines(text).entries()) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line.trim()) ?? [];
    if (name && !(name.trim() in headers)) headers[name.trim()] = value.trim();
    else if (line.trim()) wrong.push(index + 1);
  }
  return { headers, wrong };
}

function listWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function toDedupe({ deliveryKey, keyName, keyHours }: EndpointForm): object | undefined {
  if (!deliveryKey) return undefined;
  return { by: deliveryKey, of: keyName.trim(), hours: Number(keyHours.trim() || emptyEndpoint.keyHours) };
}

function toVerify(endpoint: EndpointForm): object | undefined {
  const { scheme, prefix, algorithm, encoding, signed, timestamp, name, username, issuer } = endpoint;
  const header = endpoint.header.trim() || undefined;
  const path = endpoint.path.trim() || undefined;
  const jwksUrl = endpoint.jwksUrl.trim();
  const bodyClaim = endpoint.bodyClaim.trim() || undefined;
  const claim = endpoint.claim.trim() || undefined;
  const claimValue = endpoint.claimValue.trim() || undefined;
  const token = { header, path, bodyClaim, claim, claimValue };
  // A header and a field of a signature have names of different kinds, so neither is kept for the other.
  const time = (scheme === 'jws' ? endpoint.signedTime : timestamp).trim();
  const toleranceSeconds = Number(endpoint.toleranceSeconds || emptyEndpoint.toleranceSeconds);
  switch (scheme) {
    case '':
    case 'auto':
      return undefined;
    case 'hmac':
      return {
        scheme,
        header,
        path,
        algorithm,
        encoding,
        prefix,
        // A field of one line cannot hold the line breaks that some senders sign, so the user types them as a backslash and n.
        signed: signed.replaceAll('\\n', '\n'),
        ...(time && { timestamp: time }),
        toleranceSeconds,
        ...(endpoint.key && endpoint.key !== emptyEndpoint.key && { key: endpoint.key }),
      };
    case 'token':
      return { scheme, header, prefix };
    case 'query':
      return { scheme, name: name.trim() };
    case 'field':
      return { scheme, path: endpoint.path.trim() };
    case 'basic':
      return { scheme, username };
    case 'jwt':
      return { scheme, ...token };
    case 'jwks':
      return { scheme, ...token, jwksUrl, issuer };
    case 'jws':
      return { scheme, header, jwksUrl, ...(time && { timestamp: time }), toleranceSeconds };
    default:
      return { scheme };
  }
}

/** Lists errors of the fields that can no longer be seen in the result of {@link toEndpoint}. */
export function listEndpointErrors({
  onlyRunIf,
  respond,
  answerHeaders,
}: EndpointForm): Record<string, string[]> {
  const conditions = findWrongLines(onlyRunIf, 'trigger.action equals opened');
  const wrong = respond === 'accepted' ? [] : readHeaderLines(answerHeaders).wrong;
  return {
    ...(conditions && { onlyRunIf: [conditions] }),
    ...(wrong.length > 0 && {
      answerHeaders: [`${nameLines(wrong)} cannot be read. Write name, colon and value, each name once`],
    }),
  };
}

const answerFields: Record<string, string> = {
  mode: 'respond',
  headers: 'answerHeaders',
  timeoutSeconds: 'waitSeconds',
  late: 'lateBody',
};
const keyFields: Record<string, string> = { by: 'deliveryKey', of: 'keyName', hours: 'keyHours' };

/** Converts the field of a problem to the name of the form's field; undefined for any other field. `scheme`: the chosen one. */
export function nameEndpointField(field: string, scheme?: string): string | undefined {
  const [, part = '', name] =
    /^triggerConfig\.webhook\.(verify|respond|dedupe|onlyRunIf|handshake|readAs|methods|allowFrom)(?:\.(.+))?$/.exec(
      field,
    ) ?? [];
  if (part === '') return undefined;
  const place = 'triggerConfig.webhook.endpoint.';
  if (part === 'verify' && name === 'timestamp' && scheme === 'jws') return `${place}signedTime`;
  if (part === 'verify') return `${place}${name ?? 'scheme'}`;
  if (part === 'respond') return `${place}${answerFields[name?.split('.')[0] ?? ''] ?? name ?? part}`;
  if (part === 'dedupe') return `${place}${keyFields[name ?? ''] ?? 'deliveryKey'}`;
  return `${place}${part}`;
}
