// The settings of each run of an integration.
import { z } from 'zod';
import { ComputedVariables } from '../schema/computed-variable';

export const maxRunMinutes = 360;

const message = `A run may take 1 to ${maxRunMinutes} minutes`;

export const RunSettings = z.object({
  /** The time limit of an execution, in minutes from its first start. It includes all waits except those before calls. */
  maxMinutes: z
    .number({ error: message })
    .int(message)
    .min(1, message)
    .max(maxRunMinutes, message)
    .default(15)
    .describe('How long an execution may take, in minutes. Waits before calls do not count, other waits do.'),
  /** The variables that each run begins with, computed from those of its trigger. */
  computed: ComputedVariables.describe('Computed from the trigger’s variables when a run begins.'),
});
export type RunSettings = z.infer<typeof RunSettings>;

export const defaultRunSettings: RunSettings = RunSettings.parse({});

/** The settings as a definition stores them: undefined when they equal the default. */
export const OwnRunSettings = RunSettings.optional().transform((settings) =>
  settings?.maxMinutes === defaultRunSettings.maxMinutes && !settings.computed ? undefined : settings,
);
