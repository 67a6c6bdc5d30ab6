// What holds for each run of an integration as a whole.
import { z } from 'zod';
import { ComputedVariables } from '../schema/computed-variable';

export const maxRunMinutes = 360;

const message = `A run may take 1 to ${maxRunMinutes} minutes`;

export const RunSettings = z.object({
  /** How long an execution may take, in minutes from its first start on, waits included but those before calls. */
  maxMinutes: z
    .number({ error: message })
    .int(message)
    .min(1, message)
    .max(maxRunMinutes, message)
    .default(15)
    .describe('How long an execution may take, in minutes. Waits before calls do not count, other waits do.'),
  /** What each run begins with, beside its trigger's variables, which they are made of. */
  computed: ComputedVariables.describe('Made of the trigger’s variables when a run begins.'),
});
export type RunSettings = z.infer<typeof RunSettings>;

export const defaultRunSettings: RunSettings = RunSettings.parse({});

/** As a definition keeps them: what says no more than the default is not there. */
export const OwnRunSettings = RunSettings.optional().transform((settings) =>
  settings?.maxMinutes === defaultRunSettings.maxMinutes && !settings.computed ? undefined : settings,
);
