import type { AppContext } from '~/context';
import type { PagePosition } from '~/db/core/page-position';
import { listRestorableIntegrations } from '~/db/integrations/restorable-integrations';

/** A deleted integration that can be restored, as screens and the JSON API show it. Times in ISO 8601. */
export interface DeletedIntegration {
  id: string;
  name: string;
  description: string | null;
  deletedAt: string;
  /** The person who deleted it; null when the account no longer exists. */
  deletedBy: string | null;
  /** When its removal begins. */
  restorableUntil: string;
}

/**
 * Returns a page of the organization's deleted integrations, the last deleted first, and the position after which the next page
 * begins; null on the last one.
 */
export async function listDeletedIntegrations(
  { db }: Pick<AppContext, 'db'>,
  asked: { organizationId: string; before?: PagePosition | undefined; limit: number },
): Promise<{ integrations: DeletedIntegration[]; next: PagePosition | null }> {
  const rows = await listRestorableIntegrations(db, { ...asked, limit: asked.limit + 1 });
  const shown = rows.slice(0, asked.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    integrations: shown.map(({ firstName, lastName, deletedAt, restorableUntil, id, name, description }) => ({
      id,
      name,
      description,
      deletedAt: new Date(deletedAt).toISOString(),
      deletedBy: [firstName, lastName].filter(Boolean).join(' ') || null,
      restorableUntil: new Date(restorableUntil).toISOString(),
    })),
    next: last ? { id: last.id, createdAt: last.deletedAt } : null,
  };
}
