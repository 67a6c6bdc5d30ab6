// The templates that a new integration can begin with. Each is a whole chain in which the user only fills in URLs, connections
// and values.
import type { TriggerConfig } from '~/engine/integration';
import { chatTemplates } from './chat-templates';
import { orderTemplates } from './order-templates';
import { otherTemplates } from './other-templates';
import { recordTemplates } from './record-templates';
import { scheduleTemplates } from './schedule-templates';

const triggerOrder = ['webhook', 'cron', 'event', 'manual'] as const;
const templates = Object.entries({
  ...chatTemplates,
  ...recordTemplates,
  ...orderTemplates,
  ...scheduleTemplates,
  ...otherTemplates,
});

/** The templates with the same trigger. */
interface TemplateGroup {
  trigger: TriggerConfig['type'];
  templates: { key: string; name: string; description: string }[];
}

/** Returns the input that creates the integration of a template, without ids of its own; undefined for an unknown key. */
export function findTemplate(key: string): { name: string; description: string } | undefined {
  return templates.find(([known]) => known === key)?.[1];
}

/** Lists the templates as a user chooses among them, by what starts them. */
export function listTemplates(): TemplateGroup[] {
  return triggerOrder.map((trigger) => ({
    trigger,
    templates: templates
      .filter(([, { triggerConfig }]) => triggerConfig.type === trigger)
      .map(([key, { name, description }]) => ({ key, name, description })),
  }));
}
