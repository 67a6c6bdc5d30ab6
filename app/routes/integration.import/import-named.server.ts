// Imports the one integration that the form shows: that of a kept file, or an example of the documents.
import type { AppContext } from '~/context';
import { findExample } from '~/documentation/documents.server';
import type { Actor } from '~/services/actor';
import { importExample } from '~/services/imports/examples';
import { importStoredIntegration } from '~/services/imports/imports';
import type { IntegrationOutcome } from '~/services/integrations/integrations';
import { exampleChanged } from './preview.server';

/** Makes the draft. `formId`: see `createIntegration`. Problems: not-found when it is no longer there, forbidden, invalid. */
export async function importNamed(
  app: AppContext,
  actor: Actor,
  { form, ...wish }: { form: FormData; name: string; connections: Record<string, string> },
  formId?: string,
): Promise<IntegrationOutcome> {
  const name = form.get('example');
  if (name === null) {
    const keptId = String(form.get('document') ?? '');
    return importStoredIntegration(app, actor, { keptId, ...wish }, formId);
  }
  const example = findExample(String(name));
  return example ? importExample(app, actor, example.text, wish, formId) : exampleChanged;
}
