// Converts the settings of a webhook to fields of the form and back. A save leaves out defaults, so that the trigger
// stays small.
import type { WebhookTrigger } from '~/engine/integration';
import { findWrongLines, readConditionLines, nameLines, writeConditionLines } from '../lines/condition-lines';
import type { Answer } from '~/engine/senders/answer';
import type { DoorForm } from '../editor-form';
import { emptyDoor } from './empty-door';

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

export function toDoorForm({
  verify,
  handshake,
  readAs,
  respond,
  dedupe,
  runFailedAgain,
  onlyRunIf,
  methods,
  allowFrom,
}: Webhook): DoorForm {
  const texts = Object.entries(verify ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    ...emptyDoor,
    ...(Object.fromEntries(texts) as Partial<DoorForm>),
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
    waitSeconds: String(wait.timeoutSeconds ?? emptyDoor.waitSeconds),
  };
}

/** Converts the fields to parts of a webhook trigger, unchecked. `callIds` are the ids that the save gives to new calls. */
export function toDoor(door: DoorForm, callIds: ReadonlyMap<string, string> = new Map()): object {
  const respond = toAnswer(door, callIds);
  const { handshake, readAs } = door;
  const verify = toVerify(door);
  const dedupe = toDedupe(door);
  const { conditions } = readConditionLines(door.onlyRunIf);
  const methods = listWords(door.methods.toUpperCase());
  const allowFrom = listWords(door.allowFrom);
  return {
    ...(verify && { verify }),
    ...(handshake && { handshake }),
    ...(dedupe && { dedupe }),
    ...(door.failedKey === 'again' && { runFailedAgain: true }),
    ...(conditions.length > 0 && { onlyRunIf: conditions }),
    ...(readAs && readAs !== 'auto' && { readAs }),
    ...(methods.length > 0 && { methods }),
    ...(allowFrom.length > 0 && { allowFrom }),
    ...(respond && { respond }),
  };
}

function toAnswer(door: DoorForm, callIds: ReadonlyMap<string, string>): object | undefined {
  const { respond: mode, contentType, body, afterCallId } = door;
  if (mode !== 'custom' && mode !== 'result') return undefined;
  const { headers } = readHeaderLines(door.answerHeaders);
  return {
    ...(mode === 'result' && {
      mode,
      ...(afterCallId && { afterCallId: callIds.get(afterCallId) ?? afterCallId }),
      timeoutSeconds: Number(door.waitSeconds || emptyDoor.waitSeconds),
    }),
    status: Number(door.status || emptyDoor.status),
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
  for (const [index, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line.trim()) ?? [];
    if (name && !(name.trim() in headers)) headers[name.trim()] = value.trim();
    else if (line.trim()) wrong.push(index + 1);
  }
  return { headers, wrong };
}

function listWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function toDedupe({ deliveryKey, keyName, keyHours }: DoorForm): object | undefined {
  if (!deliveryKey) return undefined;
  return { by: deliveryKey, of: keyName.trim(), hours: Number(keyHours.trim() || emptyDoor.keyHours) };
}

function toVerify(door: DoorForm): object | undefined {
  const { scheme, prefix, algorithm, encoding, signed, timestamp, name, username, issuer } = door;
  const header = door.header.trim() || undefined;
  const path = door.path.trim() || undefined;
  const jwksUrl = door.jwksUrl.trim();
  const bodyClaim = door.bodyClaim.trim() || undefined;
  const claim = door.claim.trim() || undefined;
  const claimValue = door.claimValue.trim() || undefined;
  const token = { header, path, bodyClaim, claim, claimValue };
  // A header and a field of a signature have names of different kinds, so neither is kept for the other.
  const time = (scheme === 'jws' ? door.signedTime : timestamp).trim();
  const toleranceSeconds = Number(door.toleranceSeconds || emptyDoor.toleranceSeconds);
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
        ...(door.key && door.key !== emptyDoor.key && { key: door.key }),
      };
    case 'token':
      return { scheme, header, prefix };
    case 'query':
      return { scheme, name: name.trim() };
    case 'field':
      return { scheme, path: door.path.trim() };
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

/** Lists errors of the fields that can no longer be seen in the result of {@link toDoor}. */
export function listDoorErrors({ onlyRunIf, respond, answerHeaders }: DoorForm): Record<string, string[]> {
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
};
const keyFields: Record<string, string> = { by: 'deliveryKey', of: 'keyName', hours: 'keyHours' };

/** Converts the field of a problem to the name of the form's field; undefined for any other field. `scheme`: the chosen one. */
export function nameDoorField(field: string, scheme?: string): string | undefined {
  const [, part = '', name] =
    /^triggerConfig\.webhook\.(verify|respond|dedupe|onlyRunIf|handshake|readAs|methods|allowFrom)(?:\.(.+))?$/.exec(
      field,
    ) ?? [];
  if (part === '') return undefined;
  const place = 'triggerConfig.webhook.door.';
  if (part === 'verify' && name === 'timestamp' && scheme === 'jws') return `${place}signedTime`;
  if (part === 'verify') return `${place}${name ?? 'scheme'}`;
  if (part === 'respond') return `${place}${answerFields[name?.split('.')[0] ?? ''] ?? name ?? part}`;
  if (part === 'dedupe') return `${place}${keyFields[name ?? ''] ?? 'deliveryKey'}`;
  return `${place}${part}`;
}
