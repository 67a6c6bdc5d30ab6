// An AWS role that a user's access key may assume: temporary credentials sign the calls; the key itself signs none of them.
import '../schema/zod-settings';
import { z } from 'zod';
import { findAddressProblem, option, required } from './config-parts';
import { scopePart } from './fixed-configs';

export const AwsRole = z.object({
  accessKeyId: required('Access key ID'),
  secretAccessKey: required('Secret access key'),
  roleArn: option('Role ARN').refine(
    (text) => /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/.test(text),
    'Write the ARN of a role like arn:aws:iam::123456789012:role/integrations',
  ),
  /** The external ID, which a role of another account may require. */
  externalId: option('External ID').refine(
    (text) => text === '' || /^[\w+=,.@:/-]{2,}$/.test(text),
    'An external ID has letters, digits and +=,.@:/-_',
  ),
  region: scopePart('Region'),
  service: scopePart('Service'),
  /** The address that is asked for the role; empty for the address of the region. */
  stsUrl: option('STS URL').superRefine((text, context) => {
    const message = text && findAddressProblem(text, 'https://sts.eu-central-1.amazonaws.com');
    if (message) context.addIssue({ code: 'custom', message });
  }),
});
export type AwsRole = z.infer<typeof AwsRole>;

/** The credentials that a role gives for an hour. */
export interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

export function findStsUrl({ stsUrl, region }: AwsRole): string {
  if (stsUrl) return stsUrl;
  return `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}/`;
}
