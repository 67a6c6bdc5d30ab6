// What tests start or write, and leave behind when they fail: it goes with the file that they stand in, where the next file
// runs in the same process, and at the latest with the process.

const removals = new Set<() => void>();

/** Has leftovers of one kind removed, each time that there may be some. */
export function removeAtEnd(remove: () => void): void {
  removals.add(remove);
}

export function removeLeftovers(): void {
  for (const remove of removals) remove();
}

process.once('exit', removeLeftovers);
