// What an import of a file of integrations answers.
import { z } from 'zod';
import { ComparedIntegration, MissingParts } from '~/services/imports/compare-integrations';
import { ImportedIntegration } from '~/services/imports/imported-integration';
import { registerResponse } from './registry';

export const IntegrationsPreview = registerResponse(
  'IntegrationsPreview',
  z.object({
    format: z.literal('integrations'),
    missing: MissingParts,
    integrations: z.array(ComparedIntegration),
  }),
);

export const ImportedIntegrations = registerResponse(
  'ImportedIntegrations',
  z.object({ integrations: z.array(ImportedIntegration) }),
);
