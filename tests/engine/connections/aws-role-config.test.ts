import { expect, test } from 'vitest';
import { AwsRole, findStsUrl } from '~/engine/connections/aws-role-config';

test.each([
  ['eu-central-1', '', 'https://sts.eu-central-1.amazonaws.com/'],
  ['cn-north-1', '', 'https://sts.cn-north-1.amazonaws.com.cn/'],
  ['eu-central-1', 'https://sts.internal/', 'https://sts.internal/'],
])('in %s with the STS URL %j a role is asked for at %s', (region, stsUrl, expected) => {
  const roleArn = 'arn:aws-cn:iam::123456789012:role/integrations';
  const user = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  expect(findStsUrl(AwsRole.parse({ ...user, roleArn, region, service: 's3', stsUrl }))).toBe(expected);
});
