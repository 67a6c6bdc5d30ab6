// Deleted integrations, as callers get them.
import { DeletedIntegration } from '~/services/deleted-integrations/deleted-integration-list';
import { registerResponse } from './registry';

export const DeletedIntegrationResponse = registerResponse('DeletedIntegration', DeletedIntegration);
