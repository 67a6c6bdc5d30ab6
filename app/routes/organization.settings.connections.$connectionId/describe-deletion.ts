import type { CarriedToast } from '~/auth/toast-cookie';
import { formatCount } from '~/engine/texts/format-count';
import type { Revocation } from '~/services/connections/revocation';

/**
 * Describes a deleted connection as a toast. A token that the provider has not revoked may still be valid, so the user has
 * something to do: that toast is no success, and stays for longer.
 * @param revocation What the provider answered; undefined when it was not asked.
 */
export function describeDeletion(revocation: Revocation | undefined): Omit<CarriedToast, 'id'> {
  if (!revocation) return { tone: 'success', title: 'Connection deleted' };
  if (revocation.kind === 'revoked') {
    return {
      tone: 'success',
      title: 'Connection deleted',
      description: 'The provider has revoked its token.',
    };
  }
  return {
    tone: 'destructive',
    title: 'Connection deleted, token not revoked',
    description: `Its token may still be valid: remove the access at the provider. ${revocation.message}`,
    durationMs: 20_000,
  };
}

/** Describes the waiting runs that a deletion makes fail; empty for none. `isAll`: otherwise there may be more. */
export function describeWaiting({ count, isAll }: { count: number; isAll: boolean }): string {
  if (count === 0) return '';
  const who =
    count === 1 && isAll
      ? '1 waiting run of an earlier version uses'
      : `${isAll ? '' : 'At least '}${formatCount(count)} waiting runs of earlier versions use`;
  return `${who} it and will fail at the next call with it.`;
}
