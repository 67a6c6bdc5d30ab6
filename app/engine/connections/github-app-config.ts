// A GitHub App as it is installed in an account: it signs in as itself, and gets a token for that installation.
import '../schema/zod-settings';
import { z } from 'zod';
import { findAddressProblem, option, privateKey, required } from './config-parts';

const githubApi = 'https://api.github.com';

export const GithubApp = z.object({
  /** The URL of GitHub's API; an Enterprise Server has its own. */
  apiUrl: option('API URL')
    .transform((text) => text.replace(/\/+$/, '') || githubApi)
    .superRefine((text, context) => {
      const message = text.includes('?')
        ? `Enter a URL like ${githubApi}`
        : findAddressProblem(text, githubApi);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  /** The app's client ID, or its app ID. */
  clientId: required('Client ID'),
  installationId: z
    .string()
    .trim()
    .default('')
    .refine((text) => /^\d{1,20}$/.test(text), 'The installation ID is a number'),
  privateKey,
});
export type GithubApp = z.infer<typeof GithubApp>;

/** Returns the address that gives tokens of the installation. */
export function findInstallationUrl({ apiUrl, installationId }: GithubApp): string {
  return `${apiUrl}/app/installations/${installationId}/access_tokens`;
}
