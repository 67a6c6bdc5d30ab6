// The fields of the steps at a call: the handling of its responses, the conditional step after it, and the loop that
// begins with it. Each is a list of none or one, so that it is added and deleted like any other row.
import { z } from 'zod';

const text = z.string().default('');

const ConditionRow = z.object({
  field: text,
  operator: text,
  value: text,
  /** A stored value that is not a text, as JSON; it is kept until the user types another value. */
  stored: text,
});
export type ConditionRow = z.infer<typeof ConditionRow>;

export const ConditionalForm = z.object({
  /** Empty for one that was not saved yet. */
  id: text,
  /** Whether the conditions are checked, which takes `enabled` and the execution trigger `conditional`. */
  enabled: z.boolean().default(false),
  /** The stored execution trigger, which the form does not show. */
  executionTrigger: text,
  conditions: z.array(ConditionRow).default([]),
  /** Whether all conditions must hold, or any one. */
  match: text,
  /** The call to continue with; empty for the next one. */
  nextApiCallId: text,
  /** The consequence when the conditions do not hold: see `otherwise-choice.ts`. */
  otherwise: text,
});
export type ConditionalForm = z.infer<typeof ConditionalForm>;

const CollectRow = z.object({ from: text, saveAs: text });
export type CollectRow = z.infer<typeof CollectRow>;

export const LoopForm = z.object({
  /** Empty for one that was not saved yet. */
  id: text,
  /** The last call of the loop; empty when it is the first. */
  throughCallId: text,
  /** The list, as a placeholder. */
  items: text,
  itemName: text,
  atOnce: text,
  maxItems: text,
  onError: text,
  onTooMany: text,
  /** The placeholder that identifies an item, to run only new items; empty to run all. */
  newBy: text,
  firstRun: text,
  collect: z.array(CollectRow).default([]),
});
export type LoopForm = z.infer<typeof LoopForm>;

/** The settings for repeating a call; only the fields of the chosen kind count. */
export const RepeatForm = z.object({
  /** Empty when the call is sent once. */
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
  /** Conditions, as `condition-lines.ts` writes them. */
  conditions: text,
  everySeconds: text,
  maxTries: text,
  onGiveUp: text,
});
export type RepeatForm = z.infer<typeof RepeatForm>;

const RuleForm = z.object({
  /** Status codes, separated by commas. */
  statusCodes: text,
  /** Conditions, as `condition-lines.ts` writes them. */
  when: text,
  /** The action and, for a jump, its call: see `otherwise-choice.ts`. */
  action: text,
  notificationEmail: text,
  retryConfig: z.object({ maxRetries: text, retryDelay: text, backoffStrategy: text }),
  /** The consequence when no retry is left: see `otherwise-choice.ts`. Empty for the default action. */
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
