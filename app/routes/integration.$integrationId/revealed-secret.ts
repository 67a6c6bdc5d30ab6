import { describeProblem } from '~/problem';
import { revealWebhookSecret } from '~/services/integrations/integrations';
import type { ActionContext } from './action-context';

export interface RevealedSecret {
  secret: string | null;
  /** Why there is nothing to show. */
  message: string | null;
}

/** The stored secret of a webhook, and the status of the response that shows it. */
export async function revealSecret({ app, actor, id }: ActionContext): Promise<{
  revealed: RevealedSecret;
  status: number;
}> {
  const outcome = await revealWebhookSecret(app, actor, id);
  if (outcome.kind === 'secret') return { revealed: { secret: outcome.secret, message: null }, status: 200 };
  const { status, body } = describeProblem(outcome);
  return { revealed: { secret: null, message: body.message }, status };
}
