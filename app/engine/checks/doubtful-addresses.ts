// Warns about addresses that lead into the network of the server, to a host of examples, to nothing because their end is missing,
// or that are read otherwise than they look.
import type { ChainItem } from '../chain/chain';
import { describeDoubt, type IsOpened } from './doubtful-address';
import { listCallTexts, listWebhooks } from './call-texts';

/** How many calls with the same warning are named. */
const maxNamed = 3;

/** Lists warnings about addresses: one for all calls that have the same at the same place, such as the URL. */
export function listDoubtfulAddresses(places: readonly ChainItem[], isOpened: IsOpened): string[] {
  const callsByWarning = new Map<string, Set<string>>();
  for (const place of places) {
    if (place.kind !== 'call') continue;
    const [url] = listCallTexts(place.call);
    for (const address of [...(url ? [url] : []), ...listWebhooks(place.handling)]) {
      const doubt = describeDoubt(address.text, isOpened);
      if (doubt === undefined) continue;
      const warning = `${address.place} ${doubt}`;
      callsByWarning.set(warning, (callsByWarning.get(warning) ?? new Set()).add(place.name));
    }
  }
  return [...callsByWarning].map(([warning, names]) => `${joinNames([...names])}: ${warning}`);
}

function joinNames(names: string[]): string {
  const left = names.length - maxNamed;
  return names.slice(0, maxNamed).join(', ') + (left > 0 ? ` and ${left} more` : '');
}
