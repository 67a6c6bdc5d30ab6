import { z } from 'zod';

const SeenValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Reads from `SeenFields` what the form showed of these fields; `{}` where they are missing or broken. */
export function readSeen(formData: FormData, names: readonly string[]): z.infer<typeof SeenValues> {
  const known = names.filter((name) => formData.has(`seen.${name}`));
  try {
    return SeenValues.parse(
      Object.fromEntries(known.map((name) => [name, JSON.parse(String(formData.get(`seen.${name}`)))])),
    );
  } catch {
    return {};
  }
}
