// The names that the operator wrote into /etc/hosts. They go before DNS, as for every other program.
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Address } from './target';

/** Returns the look-up of a lower-case name: its addresses, none when the file lacks it. It reads a changed file again. */
export function createHostsFile(path: string): (hostname: string) => Address[] {
  let readFrom = '';
  let names = new Map<string, Address[]>();

  function refresh(): void {
    const state = describeState(path);
    if (state === readFrom) return;
    readFrom = state;
    names = state === '' ? new Map() : parseHosts(readFileSync(path, 'utf8'));
  }

  return (hostname) => {
    try {
      refresh();
    } catch {
      // The file was removed or became unreadable since the check.
      names = new Map();
    }
    return names.get(hostname) ?? [];
  };
}

function describeState(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
}

/** Parses hosts(5): an address, then names; `#` begins a comment. */
function parseHosts(text: string): Map<string, Address[]> {
  const names = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...hostnames] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0 || address.includes('%')) continue;
    for (const hostname of hostnames) {
      const name = hostname.toLowerCase().replace(/\.$/, '');
      names.set(name, [...(names.get(name) ?? []), { address, family: family === 4 ? 4 : 6 }]);
    }
  }
  return names;
}
