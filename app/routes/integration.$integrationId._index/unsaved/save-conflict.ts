import type { ShownDifference } from '~/components/integration/differences';
import { findVersionOrigin } from '~/db/integrations/versions';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeIntegration } from '~/services/integrations/integration-response';
import { showTexts } from '~/services/integrations/line-changes';
import { compareForms } from './compare-forms';
import type { ActionContext } from '../../integration.$integrationId/action-context';
import type { EditorForm } from '../form/editor-form';
import { toFormValues } from '../form/values/to-form-values';

/** A save by another user since this form was opened. */
export interface Conflict {
  /** The version of the other user. A save that overwrites it names it, which proves that its user has seen it. */
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
  const savedBy = [origin?.firstName, origin?.lastName].filter(Boolean).join(' ');
  return {
    version: row.version,
    savedBy: savedBy || null,
    savedAt: origin ? new Date(origin.createdAt).toISOString() : null,
    differences: compareForms(form, toFormValues(describeIntegration(app, row)), { whole: true }).map(
      ({ where, field, mine, theirs }) => {
        const [yours, saved, lines] = showTexts(mine, theirs);
        return { where, field, mine: yours, theirs: saved, lines };
      },
    ),
  };
}
