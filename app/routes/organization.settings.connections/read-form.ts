// A connection's form, as it was sent: everything but its kind.
import type { ConnectionInput } from '~/services/connections/connection-input';

/** What was typed, by the names of the fields, to be shown again beside what is wrong with it. */
export type Typed = Record<string, string>;

export function readTyped(form: FormData): Typed {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** What was typed as the services take it. */
export function toInput(typed: Typed): Omit<ConnectionInput, 'kind'> {
  const config = Object.entries(typed).flatMap(([name, value]) =>
    name.startsWith('config.') ? [[name.slice('config.'.length), value] as const] : [],
  );
  return {
    name: typed.name ?? '',
    baseUrl: typed.baseUrl ?? '',
    allowedHosts: (typed.allowedHosts ?? '').split(/[\s,;]+/).filter(Boolean),
    pace: readPace(typed),
    config: Object.fromEntries(config),
  };
}

/** Without a number of calls there is no pace. */
function readPace(typed: Typed): unknown {
  const requests = (typed['pace.requests'] ?? '').trim();
  if (!requests) return null;
  const burst = (typed['pace.burst'] ?? '').trim();
  return { requests: Number(requests), per: typed['pace.per'], burst: burst ? Number(burst) : undefined };
}

/** The problems of a list's entries, told at the list. */
export function toFieldErrors(fields: Record<string, string[]> = {}): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(fields)) {
    const listed = (errors[field.replace(/^(allowedHosts)\.\d+$/, '$1')] ??= []);
    for (const message of messages) if (!listed.includes(message)) listed.push(message);
  }
  return errors;
}
