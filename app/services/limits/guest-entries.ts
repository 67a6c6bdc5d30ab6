// Bounds the audit entries that callers without a login cause, from however many networks they come.
import { formatCount } from '~/engine/texts/format-count';
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import type { NewAuditEntry } from '~/db/organizations/audit-entries';

/** How many entries of a kind an hour has about one account. */
const maxEntriesOfAccount = 20;

/** How many entries of a kind an hour has about addresses without an account, all of them together. */
const maxEntriesOfOthers = 500;

interface GuestEntry {
  kind: 'login-failed' | 'password-reset-requested' | 'verification-requested';
  /** The account that the caller named; undefined when there is none. */
  userId: string | undefined;
  detail?: string;
  address: string;
  now: number;
}

/**
 * Counts what a caller without a login did, and returns the audit entry to store about it (`replaceAuditEntry`). Past the bound
 * of an hour that is always the same entry, which counts the rest: no flood fills the disk, and what is about one account is not
 * left out because of others. Each takes one write, as the time of a response must not tell which addresses have an account. A
 * transaction may be executed again, so the caller counts before it.
 */
export function countGuestEntry(
  { limits }: Pick<AppContext, 'limits'>,
  { kind, userId, detail, address, now }: GuestEntry,
): NewAuditEntry & { id: string } {
  const most = userId === undefined ? maxEntriesOfOthers : maxEntriesOfAccount;
  const count = limits.guestEntries.add(`${kind} ${userId ?? ''}`, now);
  const about = { kind, now, ...(userId !== undefined && { userId }) };
  if (count.entries <= most)
    return { id: newId(), ...about, address, ...(detail !== undefined && { detail }) };
  // Made no earlier than now: the audit log is streamed in the order of its ids.
  count.restId ??= newId();
  const rest = formatCount(count.entries - most);
  return { id: count.restId, ...about, detail: `${rest} more within an hour` };
}
