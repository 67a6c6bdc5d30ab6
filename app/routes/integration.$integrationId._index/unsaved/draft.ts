// Keeps unsaved changes in this browser, in case the tab crashes. Secrets are not kept: a restored form has them as they
// are stored on the server, or empty.

import { isSecretHeader } from '~/engine/secrets/credential-names';
import { renameDoor } from '../form/former-names';

/** A kept draft; `values` are those of the form, without secrets. */
export interface Draft {
  /** The stored version that the user's changes are based on. */
  version: number;
  savedAt: number;
  values: Values;
  /** Labels of secrets that the user typed and has to type again. */
  retype: string[];
}

type Values = Record<string, unknown>;

export function createDraft(form: object, version: number, now: number): Draft {
  const retype: string[] = [];
  const values = mapSecrets(form, ({ value, label }) => {
    if (value && !value.startsWith('••••')) retype.push(label);
    return '';
  });
  return { version, savedAt: now, values, retype };
}

/** Returns the values to put back into the form, with the secrets that the page holds now. */
export function restoreDraft({ values, version }: Draft, current: object, storedVersion: number): Values {
  const known = new Map<string, string>();
  mapSecrets(current, ({ value, place }) => {
    known.set(place, value);
    return value;
  });
  const filled = mapSecrets(values, ({ place }) => known.get(place) ?? '');
  return { ...filled, version: String(Math.max(version, storedVersion)) };
}

/** Reads what the browser kept. The text may be damaged or may come from another program, so it is validated. */
export function readDraft(text: string | null): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    if (!isValues(draft) || !isValues(draft.values) || !Array.isArray(draft.retype)) return undefined;
    const { version, savedAt, values, retype } = draft;
    if (typeof version !== 'number' || typeof savedAt !== 'number') return undefined;
    return {
      version,
      savedAt,
      values: renameFormer(values),
      retype: retype.filter((each) => typeof each === 'string'),
    };
  } catch {
    return undefined;
  }
}

function renameFormer(values: Values): Values {
  const { triggerConfig: trigger } = values;
  if (!isValues(trigger)) return values;
  return { ...values, triggerConfig: { ...trigger, webhook: renameDoor(trigger.webhook) } };
}

interface Secret {
  value: string;
  place: string;
  label: string;
}

/** Returns a copy of a form in which `change` replaced each secret. */
function mapSecrets(form: object, change: (secret: Secret) => string): Values {
  return mapValues(form, '', '', change);
}

function mapValues(values: object, place: string, owner: string, change: (secret: Secret) => string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => {
      const here = `${place}/${key}`;
      if (Array.isArray(value)) return [key, mapItems(value, here, owner, change)];
      if (isValues(value)) return [key, mapValues(value, here, owner, change)];
      if (!isSecretField(values, key) || typeof value !== 'string') return [key, value];
      return [key, change({ value, place: here, label: nameSecret(values, key, owner) })];
    }),
  );
}

function mapItems(items: unknown[], place: string, owner: string, change: (secret: Secret) => string) {
  return items.map((item, index) => {
    if (!isValues(item)) return item;
    // A header is found by its name and a call by its id, because either may have been moved.
    const isHeader = 'value' in item;
    const key = (isHeader ? item.name : item.id) || `new ${index}`;
    const name = isHeader ? owner : `Call “${String(item.name || index + 1)}”: `;
    return mapValues(item, `${place}/${String(key)}`, name, change);
  });
}

function nameSecret(values: object, key: string, owner: string): string {
  if (key === 'secret') return 'Webhook Secret';
  const label = secretLabels[key] ?? `Header ${'name' in values ? String(values.name) : ''}`;
  return owner + label;
}

/** Labels of the fields that are always secret, by field name. */
const secretLabels: Record<string, string> = {
  token: 'Token',
  username: 'Username',
  password: 'Password',
  secret: 'Webhook Secret',
};

/** Checks whether the field `key` of a group of the form, such as a header or the credentials of a call, is a secret. */
export function isSecretField(group: object, key: string): boolean {
  if (isSecretHeaderRow(group)) return key === 'value';
  return key in secretLabels && !isShownName(group, key);
}

/** Checks whether a field is a user name with a password. Without a password, the user name is a key and thus secret. */
function isShownName(values: object, key: string): boolean {
  return key === 'username' && 'password' in values && Boolean(values.password);
}

/** Checks whether a header is marked as secret, or has the name of a credential. */
function isSecretHeaderRow(row: object): boolean {
  if (!('value' in row && 'name' in row)) return false;
  const name = String(row.name);
  return isSecretHeader({ secretHeaders: 'secret' in row && row.secret ? [name] : [] }, name);
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
