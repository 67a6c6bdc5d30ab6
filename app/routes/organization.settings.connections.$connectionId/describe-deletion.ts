import type { CarriedToast } from '~/auth/toast-cookie';
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
