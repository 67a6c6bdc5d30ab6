import type { ShownDifference } from '~/components/integration/differences';
import { findVersionOrigin } from '~/db/integrations/versions';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeIntegration } from '~/services/integrations/integration-response';
import { describeDifferences } from '~/services/integrations/versions';
import { compareForms } from './compare-forms';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import type { EditorForm } from '../form/editor-form';
import { toFormValues } from '../form/values/to-form-values';

/** A save since this form was opened, by another user or in another tab. */
export interface Conflict {
  /** The saved version. A save that overwrites it names it, which proves that its user has seen it. */
  version: number;
  savedBy: string | null;
  /** ISO 8601. */
  savedAt: string | null;
  differences: ShownDifference[];
}

/** Compares the form with the stored version; undefined when that is still the version the form is based on. */
export async function findConflict(
  { app, actor, id }: ActionContext,
  form: EditorForm,
  knownVersion: number,
): Promise<Conflict | undefined> {
  const row = await findDefinedIntegration(app.db, { id, organizationId: actor.organizationId });
  if (!row || row.version === knownVersion) return undefined;
  const origin = await findVersionOrigin(app.db, id, row.version);
  const saved = toFormValues(describeIntegration(app, row));
  const differences = await describeDifferences(compareForms(form, saved, { whole: true }));
  const savedBy = [origin?.firstName, origin?.lastName].filter(Boolean).join(' ');
  return {
    version: row.version,
    savedBy: savedBy || null,
    savedAt: origin ? new Date(origin.createdAt).toISOString() : null,
    differences: differences.map(({ where, field, former, next, lines }) => ({
      where,
      field,
      mine: former,
      theirs: next,
      lines,
    })),
  };
}
