import type { AppContext } from '~/context';
import { findNewestWebhook } from '~/db/integrations/cards';
import { findNewestDelivery } from '~/db/executions/logs/recent-runs';
import { writeDeliveryCommand } from '~/components/integration/delivery-command';
import { createSampleHeaders, createSamplePayload } from '~/engine/conditions/sample-payload';
import { toProof } from '~/engine/senders/verify';
import { maskDefinition, openDefinition } from '~/services/integrations/definition-secrets';
import type { FirstSteps } from './first-steps';

/** The most integrations of an organization that still gets the first steps. */
const fewIntegrations = 3;
/** How long the first delivery is shown. */
const newsMs = 10 * 60_000;

interface Counted {
  integrationCount: number;
  callCount: number;
  activeCount: number;
  lastTestAt: number | null;
}

/** Returns an organization's progress with its first integration; null once it needs no list of steps. */
export async function findFirstSteps(
  app: Pick<AppContext, 'db' | 'now' | 'config'>,
  organizationId: string,
  { integrationCount, callCount, activeCount, lastTestAt }: Counted,
): Promise<FirstSteps | null> {
  if (integrationCount > fewIntegrations) return null;
  const steps = {
    name: integrationCount > 0,
    call: callCount > 0,
    test: lastTestAt !== null,
    deploy: activeCount > 0,
  };
  const webhook = steps.deploy ? await findNewestWebhook(app.db, organizationId) : undefined;
  const delivery =
    webhook && (await findNewestDelivery(app.db, { organizationId, integrationId: webhook.id }));
  const isOver = steps.deploy && (!webhook || (delivery && delivery.at < app.now() - newsMs));
  if (isOver) return null;
  if (!webhook) return { steps, delivery: null };
  const { triggerConfig } = maskDefinition(openDefinition(app.config, webhook.id, webhook.storedDefinition));
  if (triggerConfig.type !== 'webhook') return { steps, delivery: null };
  const { webhook: trigger } = triggerConfig;
  return {
    steps,
    delivery: {
      integrationId: webhook.id,
      arrived: delivery ?? null,
      needsSecret: trigger.secret !== '',
      command:
        writeDeliveryCommand({
          url: `${app.config.appUrl}/webhook/${webhook.id}`,
          secret: trigger.secret,
          headers: { ...createSampleHeaders(trigger), ...trigger.headers },
          payload: JSON.stringify(createSamplePayload(trigger)),
          proof: toProof(trigger.verify),
        }) ?? null,
    },
  };
}
