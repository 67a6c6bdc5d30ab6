// What was selected, and what became of it, kept for half an hour: so that no reload sends a change again, and to cancel keeps
// the selection without script, too.
import type { AppContext } from '~/context';
import { findKeptForm, keepForm } from '~/services/accounts/kept-forms';
import type { Actor } from '~/services/actor';
import type { Change, Changed } from '~/services/integrations/many/change-each';

type Owner = Pick<Actor, 'userId' | 'organizationId'>;

/** What became of each integration by a change. */
export interface ChangeOutcome {
  change: Change['kind'];
  changed: Changed[];
}

/** Keeps the ids of selected integrations. Returns the id by which to read them; undefined when they cannot be written. */
export function keepSelection(context: AppContext, owner: Owner, ids: string[]): Promise<string | undefined> {
  return keepForm(
    context,
    placeOf(owner, 'selection'),
    ids.map((id) => ['selected', id]),
  );
}

/** Returns the ids of integrations; undefined when they have expired, or are another user's or organization's. */
export async function findKeptSelection(
  context: AppContext,
  owner: Owner,
  id: string,
): Promise<string[] | undefined> {
  const fields = await findKeptForm(context, placeOf(owner, 'selection'), id);
  return fields?.map(([, value]) => value);
}

/** Keeps an outcome, like `keepSelection`. */
export function keepOutcome(
  context: AppContext,
  owner: Owner,
  outcome: ChangeOutcome,
): Promise<string | undefined> {
  return keepForm(context, placeOf(owner, 'outcome'), [['outcome', JSON.stringify(outcome)]]);
}

/** Returns an outcome, like `findKeptSelection`. */
export async function findKeptOutcome(
  context: AppContext,
  owner: Owner,
  id: string,
): Promise<ChangeOutcome | undefined> {
  const [field] = (await findKeptForm(context, placeOf(owner, 'outcome'), id)) ?? [];
  return field && (JSON.parse(field[1]) as ChangeOutcome);
}

function placeOf({ userId, organizationId }: Owner, what: 'selection' | 'outcome') {
  return { userId, page: `/integration/select/${organizationId}/${what}`, kind: 'chosen' as const };
}
