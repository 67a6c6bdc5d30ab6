// What stands between two calls, as fields: the handling of a call's responses, the check behind it, and the loop that begins
// with it. Each is a list of none or one, so that it is added and deleted like any other row.
import { z } from 'zod';

const text = z.string().default('');

const ConditionRow = z.object({
  field: text,
  operator: text,
  value: text,
  /** A stored value that is no text, as JSON; it stays what it is while nobody types another. */
  stored: text,
});
export type ConditionRow = z.infer<typeof ConditionRow>;

export const ConditionalForm = z.object({
  /** Empty for one that was not saved yet. */
  id: text,
  enabled: z.boolean().default(false),
  executionTrigger: text,
  conditions: z.array(ConditionRow).default([]),
  /** Whether all must hold or any is enough. */
  match: text,
  /** The call to continue with; empty for the next one. */
  nextApiCallId: text,
  /** What happens when they do not hold: see `otherwise-choice.ts`. */
  otherwise: text,
});
export type ConditionalForm = z.infer<typeof ConditionalForm>;

const CollectRow = z.object({ from: text, saveAs: text });
export type CollectRow = z.infer<typeof CollectRow>;

export const LoopForm = z.object({
  /** Empty for one that was not saved yet. */
  id: text,
  /** The last call that it covers; empty for the first. */
  throughCallId: text,
  /** The list, as a placeholder. */
  items: text,
  itemName: text,
  atOnce: text,
  maxItems: text,
  onError: text,
  onTooMany: text,
  /** What tells items apart of which only new ones are run; empty for all. */
  newBy: text,
  collect: z.array(CollectRow).default([]),
});
export type LoopForm = z.infer<typeof LoopForm>;

/** How a call is repeated; of the fields those count that its kind has. */
export const RepeatForm = z.object({
  /** Empty: it is sent once. */
  kind: text,
  by: text,
  nextPath: text,
  nextHeader: text,
  cursorIn: text,
  param: text,
  bodyPath: text,
  start: text,
  pageSize: text,
  items: text,
  moreAt: text,
  saveAs: text,
  maxPages: text,
  maxItems: text,
  everyMs: text,
  /** As `condition-lines.ts` writes them. */
  conditions: text,
  everySeconds: text,
  maxTries: text,
  onGiveUp: text,
});
export type RepeatForm = z.infer<typeof RepeatForm>;

const RuleForm = z.object({
  /** Separated by commas. */
  statusCodes: text,
  /** Conditions, as `condition-lines.ts` writes them. */
  when: text,
  /** The call that it may lead to is part of it: see `otherwise-choice.ts`. */
  action: text,
  notificationEmail: text,
  retryConfig: z.object({ maxRetries: text, retryDelay: text, backoffStrategy: text }),
  /** Where it leads once no retry is left: see `otherwise-choice.ts`. Empty: to the default action. */
  afterRetries: text,
  webhookURL: text,
});
export type RuleForm = z.infer<typeof RuleForm>;

export const HandlingForm = z.object({
  id: text,
  defaultAction: text,
  defaultNotificationEmail: text,
  statusCodeActions: z.array(RuleForm).default([]),
});
export type HandlingForm = z.infer<typeof HandlingForm>;
