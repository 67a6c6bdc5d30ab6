// Lists the deleted integrations that can be restored.
import { z } from 'zod';
import type { AppContext } from '~/context';
import type { PagePosition } from '~/db/core/page-position';
import { listRestorableIntegrations } from '~/db/integrations/restorable-integrations';
import { Id, Time } from '~/engine/schema/response-fields';

/** A deleted integration that can be restored. The API's document names this schema. */
export const DeletedIntegration = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  deletedAt: Time,
  deletedBy: z.string().nullable().describe('Who deleted it; null when the account is gone.'),
  restorableUntil: Time.describe('When its removal begins. ISO 8601, UTC'),
});
export type DeletedIntegration = z.infer<typeof DeletedIntegration>;

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
