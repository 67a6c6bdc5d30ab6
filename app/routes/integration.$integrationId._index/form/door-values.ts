// Who sends to a webhook and how its bodies are read, as fields of the form. What says no more than the default is left out
// of a save, so that a trigger stays as small as it was.
import type { WebhookTrigger } from '~/engine/integration';
import { readConditionLines, writeConditionLines } from './condition-lines';
import type { DoorForm } from './editor-form';
import { emptyDoor } from './empty-door';

type Webhook = Pick<
  WebhookTrigger['webhook'],
  'verify' | 'handshake' | 'readAs' | 'respond' | 'dedupe' | 'onlyRunIf' | 'methods' | 'allowFrom'
>;

export function toDoorForm({
  verify,
  handshake,
  readAs,
  respond,
  dedupe,
  onlyRunIf,
  methods,
  allowFrom,
}: Webhook): DoorForm {
  const texts = Object.entries(verify ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    ...emptyDoor,
    ...(Object.fromEntries(texts) as Partial<DoorForm>),
    handshake: handshake ?? '',
    ...(dedupe && { deliveryKey: dedupe.by, keyName: dedupe.of, keyHours: String(dedupe.hours) }),
    onlyRunIf: writeConditionLines(onlyRunIf ?? []),
    readAs: readAs ?? 'auto',
    methods: (methods ?? []).join(', '),
    allowFrom: (allowFrom ?? []).join('\n'),
    ...(respond && { ...respond, respond: 'custom', status: String(respond.status) }),
  };
}

/** What of a webhook trigger the fields say, unchecked. */
export function toDoor(door: DoorForm): object {
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
    ...(conditions.length > 0 && { onlyRunIf: conditions }),
    ...(readAs && readAs !== 'auto' && { readAs }),
    ...(methods.length > 0 && { methods }),
    ...(allowFrom.length > 0 && { allowFrom }),
    ...(door.respond === 'custom' && {
      respond: {
        status: Number(door.status || emptyDoor.status),
        contentType: door.contentType,
        body: door.body,
      },
    }),
  };
}

function listWords(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function toDedupe({ deliveryKey, keyName, keyHours }: DoorForm): object | undefined {
  if (!deliveryKey) return undefined;
  return { by: deliveryKey, of: keyName.trim(), hours: Number(keyHours.trim() || emptyDoor.keyHours) };
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

/** What is wrong with the fields and can no longer be seen in what {@link toDoor} makes of them, if anything is. */
export function findDoorError({ onlyRunIf }: DoorForm): { onlyRunIf: string[] } | undefined {
  const { wrong } = readConditionLines(onlyRunIf);
  if (wrong.length === 0) return undefined;
  const which = wrong.length === 1 ? `Line ${wrong[0]} is` : `The lines ${wrong.join(', ')} are`;
  return {
    onlyRunIf: [
      `${which} no condition. Write a field, an operator and a value, like: trigger.action equals opened`,
    ],
  };
}

const keyFields: Record<string, string> = { by: 'deliveryKey', of: 'keyName', hours: 'keyHours' };

/** A problem's field by the name of the form's; undefined of any other field. */
export function nameDoorField(field: string): string | undefined {
  const [, part = '', name] =
    /^triggerConfig\.webhook\.(verify|respond|dedupe|onlyRunIf|handshake|readAs|methods|allowFrom)(?:\.(.+))?$/.exec(
      field,
    ) ?? [];
  if (part === '') return undefined;
  const place = 'triggerConfig.webhook.door.';
  if (part === 'verify') return `${place}${name ?? 'scheme'}`;
  if (part === 'dedupe') return `${place}${keyFields[name ?? ''] ?? 'deliveryKey'}`;
  return `${place}${part === 'respond' && name ? name : part}`;
}
