// What a caller sends back masked: each mask stands for the stored secret.
import { listMaskedFields } from '~/engine/connections/connection';
import { findHeaderValue, mapHeaderValues } from '~/engine/connections/extra-headers';
import type { ConnectionKind } from '~/engine/connections/kinds';
import { headersField } from '~/engine/connections/secret-fields';
import type { OpenConnection } from './connection-secrets';

/** The stored connection; 'nothing' for a new one, and undefined for one that cannot be decrypted. */
type Stored = OpenConnection | 'nothing' | undefined;

interface Restored {
  config: Record<string, unknown>;
  /** By field, as `config.token`. */
  problems: Record<string, string[]>;
  /** The fields that kept a stored secret. */
  kept: string[];
}

const isMask = (value: string) => value.startsWith('••••');

/** Returns the config with secrets instead of their masks. */
export function restoreMaskedConfig(
  kind: ConnectionKind,
  sent: Record<string, unknown>,
  stored: Stored,
): Restored {
  const opened = stored === 'nothing' ? undefined : stored;
  const known: Record<string, unknown> = opened?.config ?? {};
  const secret = new Set(listMaskedFields(kind, known));
  const hidden = new Set(listMaskedFields(kind, sent));
  const again = [stored ? 'Please enter this value again.' : unreadable];
  const restored: Restored = { config: { ...sent }, problems: {}, kept: [] };
  const { config, problems, kept } = restored;
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string') continue;
    const field = `config.${name}`;
    if (name === headersField) {
      const headers = restoreHeaders(value, String(known[name] ?? ''));
      config[name] = headers.text;
      if (headers.isKept) kept.push(field);
      if (headers.missing.length > 0) {
        problems[field] = [`Please enter the value of ${headers.missing.join(', ')} again.`];
      }
    } else if (isMask(value)) {
      if (opened && secret.has(name)) {
        config[name] = known[name];
        kept.push(field);
        if (!hidden.has(name)) problems[field] = ['Please enter this value again to show it.'];
      } else problems[field] = again;
    }
  }
  return restored;
}

const unreadable = 'This value can no longer be decrypted. Please enter it again.';

/** Restores each masked value from the stored header of its name. `missing`: the headers that none is stored for. */
function restoreHeaders(text: string, stored: string): { text: string; isKept: boolean; missing: string[] } {
  const missing: string[] = [];
  let isKept = false;
  const restored = mapHeaderValues(text, (value, name) => {
    if (!isMask(value)) return value;
    const known = findHeaderValue(stored, name);
    if (known === undefined) missing.push(name);
    else isKept = true;
    return known ?? value;
  });
  // A text without masks stays as it was typed, also one that is no list of headers.
  return { text: isKept || missing.length > 0 ? restored : text, isKept, missing };
}
