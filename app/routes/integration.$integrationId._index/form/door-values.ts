// Who sends to a webhook and how its bodies are read, as fields of the form. What says no more than the default is left out
// of a save, so that a trigger stays as small as it was.
import type { WebhookTrigger } from '~/engine/integration';
import type { DoorForm } from './editor-form';

type Webhook = Pick<
  WebhookTrigger['webhook'],
  'verify' | 'handshake' | 'readAs' | 'respond' | 'dedupe' | 'onlyRunIf'
>;

export const emptyDoor: DoorForm = {
  scheme: 'auto',
  header: '',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: '',
  signed: '{body}',
  timestamp: '',
  toleranceSeconds: '300',
  name: '',
  username: '',
  handshake: '',
  rules: '',
  readAs: 'auto',
  respond: 'accepted',
  status: '200',
  contentType: 'text/plain',
  body: '',
};

export function toDoorForm({ verify, handshake, readAs, respond, dedupe, onlyRunIf }: Webhook): DoorForm {
  const texts = Object.entries(verify ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    ...emptyDoor,
    ...(Object.fromEntries(texts) as Partial<DoorForm>),
    handshake: handshake ?? '',
    rules: dedupe || onlyRunIf ? JSON.stringify({ dedupe, onlyRunIf }) : '',
    readAs: readAs ?? 'auto',
    ...(respond && { ...respond, respond: 'custom', status: String(respond.status) }),
  };
}

/** What of a webhook trigger the fields say, unchecked. */
export function toDoor(door: DoorForm): object {
  const { handshake, readAs, rules } = door;
  const verify = toVerify(door);
  return {
    ...(verify && { verify }),
    ...(handshake && { handshake }),
    ...readRules(rules),
    ...(readAs && readAs !== 'auto' && { readAs }),
    ...(door.respond === 'custom' && {
      respond: {
        status: Number(door.status || emptyDoor.status),
        contentType: door.contentType,
        body: door.body,
      },
    }),
  };
}

/** Only what somebody wrote by hand is no JSON. */
function readRules(text: string): object {
  try {
    return text === '' ? {} : (JSON.parse(text) as object);
  } catch {
    return {};
  }
}

function toVerify(door: DoorForm): object | undefined {
  const { scheme, header, prefix, algorithm, encoding, signed, timestamp, name, username } = door;
  switch (scheme) {
    case '':
    case 'auto':
      return undefined;
    case 'hmac': {
      const toleranceSeconds = Number(door.toleranceSeconds || emptyDoor.toleranceSeconds);
      const time = timestamp.trim() && { timestamp: timestamp.trim() };
      return {
        scheme,
        header: header.trim(),
        algorithm,
        encoding,
        prefix,
        signed,
        ...time,
        toleranceSeconds,
      };
    }
    case 'token':
      return { scheme, header: header.trim() || undefined, prefix };
    case 'query':
      return { scheme, name: name.trim() };
    case 'basic':
      return { scheme, username };
    case 'jwt':
      return { scheme, header: header.trim() || undefined };
    default:
      return { scheme };
  }
}

/** A problem's field by the name of the form's; undefined of any other field. */
export function nameDoorField(field: string): string | undefined {
  const [, name] =
    /^triggerConfig\.webhook\.(?:(?:verify|respond)\.(\w+)|handshake$|readAs$)/.exec(field) ?? [];
  if (name !== undefined) return `triggerConfig.webhook.door.${name}`;
  return /^triggerConfig\.webhook\.(?:handshake|readAs|verify|respond)$/.test(field)
    ? field.replace('webhook.verify', 'webhook.scheme').replace('webhook.', 'webhook.door.')
    : undefined;
}
