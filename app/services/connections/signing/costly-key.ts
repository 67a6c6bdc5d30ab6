// Keys of connections that were saved before a bound of theirs: saving finds the problem, but a run signs with what is stored.
import { readShownCertificate } from '~/engine/connections/certificate-config';
import type { ConnectionConfig } from '~/engine/connections/connection';
import { isKeyAlgorithm } from '~/engine/connections/hmac-config';
import { isSecretAlgorithm } from '~/engine/connections/jwt-config';
import { isKeyMethod } from '~/engine/connections/oauth1-config';
import { findCostProblem } from './key-cost';

/** Explains why a run signs with none of a connection's private keys; undefined when it may, or there is none. */
export function findCostlyKey(connection: ConnectionConfig): string | undefined {
  for (const key of listPrivateKeys(connection)) {
    const problem = key && findCostProblem(key);
    if (problem) return problem;
  }
  return undefined;
}

function listPrivateKeys(read: ConnectionConfig): (string | undefined)[] {
  const shown =
    'clientCertificate' in read.config ? readShownCertificate(read.config)?.privateKey : undefined;
  switch (read.kind) {
    case 'oauth1':
      return [isKeyMethod(read.config.signatureMethod) ? read.config.consumerSecret : undefined];
    case 'hmac':
      return [isKeyAlgorithm(read.config.hash) ? read.config.secret : undefined];
    case 'signed_jwt':
      return [isSecretAlgorithm(read.config.algorithm) ? undefined : read.config.key];
    default:
      return [shown, 'privateKey' in read.config ? read.config.privateKey : undefined];
  }
}
