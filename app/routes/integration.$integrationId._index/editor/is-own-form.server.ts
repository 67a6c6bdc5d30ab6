// Recognizes the form of a member who may not edit any more.
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { describeIntegration } from '~/services/integrations/integration-response';
import { toFormValues } from '../form/values/to-form-values';
import type { ActionContext } from '../../integration.$integrationId/action-context';

/** How many fields more than the stored integration's a form may have: what its user added, and buttons. */
const added = 200;

/**
 * Checks whether a form is about as long as the page's. What its sender typed is shown again, also to one who may not edit any more;
 * of a form of thousands of other fields nothing is, since that would take seconds.
 */
export async function isOwnForm({ app, actor, id }: ActionContext, sent: FormData): Promise<boolean> {
  const fields = [...sent.keys()].length;
  if (fields <= added) return true;
  const row = await findDefinedIntegration(app.db, { id, organizationId: actor.organizationId });
  return row !== undefined && fields <= added + countFields(toFormValues(describeIntegration(app, row)));
}

function countFields(values: unknown): number {
  if (typeof values !== 'object' || values === null) return 1;
  return Object.values(values).reduce<number>((count, value) => count + countFields(value), 0);
}
