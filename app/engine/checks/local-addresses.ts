// Warns about addresses that lead to the machine of the server or into its network.
import type { ChainItem } from '../chain/chain';
import { isLocalAddress } from '../http/local-address';
import { fillUrl } from '../placeholders/url-template';
import { listCallTexts, listWebhooks } from './call-texts';

/** How many calls with the same warning are named. */
const maxNamed = 3;

/** Lists warnings about local and private addresses: one for all calls that have one at the same place, such as the URL. */
export function listLocalAddresses(places: readonly ChainItem[]): string[] {
  const callsByPlace = new Map<string, string[]>();
  for (const place of places) {
    if (place.kind !== 'call') continue;
    const [url] = listCallTexts(place.call);
    for (const address of [...(url ? [url] : []), ...listWebhooks(place.handling)]) {
      if (!isLocalAddress(fillUrl(address.text))) continue;
      const names = callsByPlace.get(address.place);
      if (names) names.push(place.name);
      else callsByPlace.set(address.place, [place.name]);
    }
  }
  return [...callsByPlace].map(([place, names]) => describeLocal(place, names));
}

function describeLocal(place: string, names: string[]): string {
  const distinct = [...new Set(names)];
  const left = distinct.length - maxNamed;
  const calls = distinct.slice(0, maxNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
  return `${calls}: ${place} leads to a local or private address, which may not be accessible from production environments.`;
}
