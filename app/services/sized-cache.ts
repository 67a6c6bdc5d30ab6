// Keeps what takes work to make, as long as all of it together stays below a size.

/** Entries by their keys, oldest first; `size` is that of all entries together. */
export interface SizedCache<Entry extends { size: number }> {
  entries: Map<string, Entry>;
  size: number;
}

/** Adds an entry and drops the oldest ones beyond the capacity. */
export function keepEntry<Entry extends { size: number }>(
  cache: SizedCache<Entry>,
  capacity: number,
  key: string,
  entry: Entry,
): void {
  // Two callers asked at the same time.
  if (cache.entries.has(key)) return;
  cache.entries.set(key, entry);
  cache.size += entry.size;
  for (const [oldest, { size }] of cache.entries) {
    if (cache.size <= capacity) return;
    cache.entries.delete(oldest);
    cache.size -= size;
  }
}
