import { describeProblem } from '~/problem';
import { revealWebhookSecret } from '~/services/integrations/webhook-secret';
import type { ActionContext } from './action-context';

export interface RevealedSecret {
  secret: string | null;
  /** The reason why there is no secret to show. */
  message: string | null;
}

/** Reads the stored secret of a webhook, and the status of the response that shows it. */
export async function revealSecret({ app, actor, id }: ActionContext): Promise<{
  revealed: RevealedSecret;
  status: number;
}> {
  const outcome = await revealWebhookSecret(app, actor, id);
  if (outcome.kind === 'secret') return { revealed: { secret: outcome.secret, message: null }, status: 200 };
  const { status, body } = describeProblem(outcome);
  return { revealed: { secret: null, message: body.message }, status };
}
