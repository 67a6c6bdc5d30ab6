// Forms of integrations that people without an account may fill in, found by their address or by their integration.
import type { Queries } from '../core/queries';
import type { IntegrationKey } from './integrations';

/** What members may change. Texts may be empty, except the title. */
export interface PublicFormTexts {
  title: string;
  description: string;
  thanks: string;
}

export interface StoredPublicForm extends PublicFormTexts {
  token: string;
  isOn: boolean;
}

const texts = ['title', 'public_forms.description as description', 'thanks'] as const;

/** Returns the form of an integration that is not deleted; undefined when it never was public. */
export async function findPublicForm(
  db: Queries,
  { id, organizationId }: IntegrationKey,
): Promise<StoredPublicForm | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('public_forms')
      .innerJoin('integrations', 'integrations.id', 'public_forms.integration_id')
      .select(['token', 'is_on as isOn'])
      .select(texts)
      .where('integrations.id', '=', id)
      .where('integrations.organization_id', '=', organizationId)
      .where('integrations.deleted_at', 'is', null),
  );
  return row && { ...row, isOn: row.isOn === 1 };
}

/** Returns the open form at an address, and whose it is; undefined when it is off, or its integration deleted. */
export async function findFormByToken(
  db: Queries,
  token: string,
): Promise<(PublicFormTexts & { key: IntegrationKey }) | undefined> {
  const row = await db.first(
    db.build
      .selectFrom('public_forms')
      .innerJoin('integrations', 'integrations.id', 'public_forms.integration_id')
      .select(['integrations.id', 'integrations.organization_id as organizationId'])
      .select(texts)
      .where('token', '=', token)
      .where('is_on', '=', 1)
      .where('integrations.deleted_at', 'is', null),
  );
  if (!row) return undefined;
  const { id, organizationId, ...found } = row;
  return { ...found, key: { id, organizationId } };
}

/** Stores the form of an integration. The caller has found the integration in its organization. */
export async function upsertPublicForm(
  db: Queries,
  { id }: IntegrationKey,
  { isOn, ...form }: StoredPublicForm,
): Promise<void> {
  const stored = { ...form, is_on: isOn ? (1 as const) : (0 as const) };
  await db.run(
    db.build
      .insertInto('public_forms')
      .values({ integration_id: id, ...stored })
      .onConflict((conflict) => conflict.column('integration_id').doUpdateSet(stored)),
  );
}
