// A connection's form, as it was sent: everything but its kind.
import type { ConnectionInput } from '~/services/connections/connection-input';
import { readHosts, type Typed } from '~/components/typed-form/typed-form';

/** What was typed as the services take it. */
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

/** Without a number of calls there is no pace. */
function readPace(typed: Typed): unknown {
  const requests = (typed['pace.requests'] ?? '').trim();
  if (!requests) return null;
  const burst = (typed['pace.burst'] ?? '').trim();
  return { requests: Number(requests), per: typed['pace.per'], burst: burst ? Number(burst) : undefined };
}
