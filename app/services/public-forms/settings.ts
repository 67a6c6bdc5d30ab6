// What members set about the public form of an integration: whether it is open, where, and what it says. It belongs to no version.
import { z } from 'zod';
import { createToken } from '~/auth/token';
import type { AppContext } from '~/context';
import type { Queries } from '~/db/core/queries';
import { findIntegration } from '~/db/integrations/integrations';
import { findPublicForm, type StoredPublicForm, upsertPublicForm } from '~/db/integrations/public-forms';
import { listFields } from '~/engine/schema/issue-fields';
import { PublicFormTexts } from '~/engine/triggers/public-form';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { keepSeenFields } from '../seen-fields';

/** The API's document names this schema. */
export const PublicFormSettings = z.object({
  isOn: z.boolean(),
  url: z.string().nullable().describe('Where people fill it in; null while it is off.'),
  title: z
    .string()
    .describe('Up to 100 characters. The page shows it in place of the name of the integration.'),
  description: z.string().describe('Up to 500 characters.'),
  thanks: z.string().describe('What the page says once the form was sent. Empty: the usual words.'),
});
export type PublicFormSettings = z.infer<typeof PublicFormSettings>;

type Outcome = { kind: 'form'; form: PublicFormSettings } | Problem;

/** Returns the settings; those of a form that never was public have the integration's name as the title. Problem: not-found. */
export async function readPublicForm(
  context: Pick<AppContext, 'config' | 'db'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  id: string,
): Promise<Outcome> {
  const integration = await findIntegration(context.db, { id, organizationId });
  if (!integration) return { kind: 'not-found' };
  const stored = await findPublicForm(context.db, { id, organizationId });
  if (stored) return { kind: 'form', form: describe(context, stored) };
  const texts = { title: integration.name, description: '', thanks: '' };
  return { kind: 'form', form: { isOn: false, url: null, ...texts } };
}

function describe({ config }: Pick<AppContext, 'config'>, stored: StoredPublicForm): PublicFormSettings {
  const { token, isOn, ...texts } = stored;
  return { isOn, url: isOn ? `${config.appUrl}/forms/${token}` : null, ...texts };
}

/**
 * Turns the form on with these texts, or changes them; its address stays. `seen`: what the sender saw before, as far as it is
 * known. Problems: not-found, forbidden, invalid; conflict when the form was on and is off by now, or when a text was changed.
 */
export function openPublicForm(
  context: AppContext,
  actor: Actor,
  id: string,
  input: unknown,
  seen: Partial<PublicFormSettings> = {},
): Promise<Outcome> {
  const texts = PublicFormTexts.safeParse(input);
  if (!texts.success) return Promise.resolve({ kind: 'invalid', fields: listFields(texts.error.issues) });
  return change(context, actor, id, {
    kind: 'public-form-changed',
    detail: 'on',
    apply: (former) => {
      if (!former) return { token: createToken(), isOn: true, ...texts.data };
      if (seen.isOn && !former.isOn) return turnedOff;
      const kept = keepSeenFields(texts.data, seen, former);
      return kept.kind === 'change' ? { ...former, ...kept.change, isOn: true } : kept;
    },
  });
}

const turnedOff: Problem = {
  kind: 'conflict',
  message:
    'Someone else has turned the public form off since you opened it, so nothing was saved. Turn on makes it public again, with these texts.',
};

/** Turns the form off; nothing changes when it is off. Its address and its texts are kept. Problems: not-found, forbidden. */
export function closePublicForm(context: AppContext, actor: Actor, id: string): Promise<Outcome> {
  return change(context, actor, id, {
    kind: 'public-form-changed',
    detail: 'off',
    apply: (former) => former?.isOn === true && { ...former, isOn: false },
  });
}

/** Gives the form another address and ends the present one. Problems: not-found, forbidden; conflict while the form is off. */
export async function movePublicForm(context: AppContext, actor: Actor, id: string): Promise<Outcome> {
  const moved = await change(context, actor, id, {
    kind: 'public-form-moved',
    apply: (former) => former?.isOn === true && { ...former, token: createToken() },
  });
  if (moved.kind !== 'form' || moved.form.isOn) return moved;
  return { kind: 'conflict', message: 'The public form is off. Turn it on first.' };
}

interface Change {
  kind: 'public-form-changed' | 'public-form-moved';
  detail?: string;
  /** Returns what to store, or why nothing is; false to leave everything as it is. */
  apply: (former: StoredPublicForm | undefined) => StoredPublicForm | Problem | false;
}

async function change(
  context: AppContext,
  actor: Actor,
  id: string,
  { kind, detail, apply }: Change,
): Promise<Outcome> {
  const key = { id, organizationId: actor.organizationId };
  const store = async (tx: Queries): Promise<Problem | undefined> => {
    if (!(await findIntegration(tx, key))) return { kind: 'not-found' };
    const next = apply(await findPublicForm(tx, key));
    if (!next) return undefined;
    if ('kind' in next) return next;
    await upsertPublicForm(tx, key, next);
    return await addAuditEntry(context, tx, actor, { kind, subjectId: id, detail });
  };
  const refused = await transactAsMember(context.db, actor, 'edit-integrations', store);
  return refused ?? readPublicForm(context, actor, id);
}
