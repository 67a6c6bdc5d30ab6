// Which methods, and which pages of other sites, may deliver to a webhook.
import type { AppContext } from '~/context';
import { rejectWhenDamaged } from '../installation/database-damage';
import { defaultMethods, listMethods } from './admission';
import { findTarget } from './delivery-target';

/** Who may deliver to a webhook: what is known before a request is read. */
export interface WebhookAccess {
  /** The methods by which it accepts deliveries; the default ones when there is no webhook at the address. */
  methods: readonly string[];
  /**
   * Whether a page of another site may send by script and read the response. It may not where only some network addresses may
   * deliver: people there open pages of strangers.
   */
  isForPages: boolean;
}

const usual: WebhookAccess = { methods: defaultMethods, isForPages: true };

/**
 * Finds the access to an integration's webhook. Returns undefined while the database is damaged: every sender then has to
 * retry.
 */
export function createFindWebhookAccess(context: AppContext) {
  return async function findWebhookAccess(integrationId: string): Promise<WebhookAccess | undefined> {
    if (rejectWhenDamaged(context.damage)) return undefined;
    const target = await findTarget(context, integrationId, context.now());
    if (target.kind !== 'target') return usual;
    return { methods: listMethods(target.trigger.webhook), isForPages: target.allowed === undefined };
  };
}
