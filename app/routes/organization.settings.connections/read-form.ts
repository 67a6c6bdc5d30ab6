// Reads a connection's form, except its kind.
import type { ConnectionInput } from '~/services/connections/connection-input';
import { readHosts, type Typed } from '~/components/typed-form/typed-form';

/** Converts the typed fields to what the services accept. */
export function toInput(typed: Typed): Omit<ConnectionInput, 'kind'> {
  const config = Object.entries(typed).flatMap(([name, value]) =>
    name.startsWith('config.') ? [[name.slice('config.'.length), value] as const] : [],
  );
  return {
    name: typed.name ?? '',
    baseUrl: typed.baseUrl ?? '',
    allowedHosts: readHosts(typed.allowedHosts),
    pace: readPace(typed),
    config: Object.fromEntries(config),
  };
}

/** Reads the rate limit; null without a number of calls. */
function readPace(typed: Typed): unknown {
  const requests = (typed['pace.requests'] ?? '').trim();
  if (!requests) return null;
  const burst = (typed['pace.burst'] ?? '').trim();
  return { requests: Number(requests), per: typed['pace.per'], burst: burst ? Number(burst) : undefined };
}
