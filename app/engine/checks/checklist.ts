// What must be right before an integration is saved and before it is deployed, with the messages that people read.
import { findBasicProblem } from '../definition/basic-auth';
import { isCallable, lacksHosts } from '../definition/call-origin';
import type { TriggerConfig } from '../integration';
import type { ApiCall } from '../definition/api-call';
import { incompleteHeader } from '../definition/headers';
import { findMailProblem } from '../mail/mail-problem';
import { isMailServer } from '../mail/mail-server';
import { findStoreCallProblem } from '../stores/store-call';
import { isStoreUrl, storeNameRule } from '../stores/store-address';
import { replacePlaceholders } from '../placeholders/placeholder';

interface CallProblem {
  callId: string;
  field:
    | 'url'
    | 'method'
    | `authConfig.${'type' | 'token' | 'username' | 'connectionId'}`
    | 'headers'
    | 'allowedHosts';
  message: string;
}

/** Lists why a call could not be sent as it is written; empty when it could. */
export function listCallProblems(call: ApiCall): CallProblem[] {
  const problems: CallProblem[] = [];
  const add = (field: CallProblem['field'], message: string) =>
    problems.push({ callId: call.id, field, message });
  if (!call.url) add('url', 'URL is required');
  else if (!isCallable(call)) add('url', describeWrongUrl(call));
  if (call.authConfig.type === 'bearer' && !call.authConfig.token.trim()) {
    add('authConfig.token', 'Bearer token is required');
  }
  if (call.authConfig.type === 'basic') {
    const { username, password } = call.authConfig;
    // The values of placeholders are checked when the call is sent.
    const [name = '', word = ''] = [username, password].map((text) => replacePlaceholders(text, () => ''));
    const problem = username || password ? findBasicProblem(name, word) : 'Username or password is required';
    if (problem) add('authConfig.username', problem);
  }
  if (call.authConfig.type === 'connection' && !call.authConfig.connectionId) {
    add('authConfig.connectionId', 'Choose a connection');
  }
  if (Object.values(call.headers).some((value) => value.trim() === '')) {
    add('headers', incompleteHeader);
  }
  const ofMail =
    isMailServer(call.url) && findMailProblem({ ...call, headers: Object.entries(call.headers) });
  if (ofMail) add(ofMail.field, ofMail.message);
  const ofStore = isStoreUrl(call.url) && findStoreCallProblem(call);
  if (ofStore) add(ofStore.field, ofStore.message);
  if (isCallable(call) && lacksHosts(call)) {
    add(
      'allowedHosts',
      'The host comes from a variable: list the hosts that may get the token and secret headers',
    );
  }
  return problems;
}

function describeWrongUrl({ url, authConfig }: ApiCall): string {
  if (url.startsWith('store:')) return storeNameRule;
  const rule = 'URL must be a valid HTTP/HTTPS URL';
  const isPath = url.startsWith('/') && authConfig.type !== 'connection';
  return isPath ? `${rule}. For a path, choose a connection under Authentication` : rule;
}

export interface Checklist {
  nameSet: boolean;
  triggerConfigured: boolean;
  callsConfigured: boolean;
  callsValid: boolean;
  /** All of the above. */
  deployable: boolean;
}

export function checkDeployable(integration: {
  name: string;
  triggerConfig: TriggerConfig;
  apiCalls: ApiCall[];
}): Checklist {
  const nameSet = integration.name.trim() !== '';
  const triggerConfigured = Boolean(integration.triggerConfig.type);
  const callsConfigured = integration.apiCalls.length > 0;
  const callsValid =
    callsConfigured && integration.apiCalls.every((call) => listCallProblems(call).length === 0);
  return {
    nameSet,
    triggerConfigured,
    callsConfigured,
    callsValid,
    deployable: nameSet && triggerConfigured && callsConfigured && callsValid,
  };
}
