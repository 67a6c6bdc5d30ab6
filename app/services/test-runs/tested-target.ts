// What the audit log names as the target of a call that is tested alone.
import { findStoreName } from '~/engine/stores/store-address';

/** Returns the method and the host, or the store, of a request. The rest of its URL may hold a secret. */
export function nameTestedTarget({ method, url }: { method: string; url: string }): string {
  const store = findStoreName(url);
  return `${method} ${store === undefined ? new URL(url).host : `store://${store}`}`;
}
