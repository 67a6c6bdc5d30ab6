/**
 * The metadata services of clouds, which give a machine its own data, credentials included. Only an entry of OUTBOUND_ALLOW
 * that names such an address allows it; a range that contains it does not.
 */
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

const ADDRESSES = [
  // AWS, Azure, Google Cloud, Oracle, DigitalOcean, Hetzner, OpenStack and most others.
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html
  '169.254.169.254',
  'fd00:ec2::254',
  // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint.html
  '169.254.170.2',
  // https://docs.aws.amazon.com/eks/latest/userguide/pod-id-how-it-works.html
  '169.254.170.23',
  'fd00:ec2::23',
  // https://cloud.google.com/compute/docs/metadata/querying-metadata
  'fd20:ce::254',
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
  // https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata
  '100.100.100.200',
  // https://docs.oracle.com/en/cloud/iaas/compute-iaas-cloud/stcsg/retrieving-instance-metadata.html
  '192.0.0.192',
  // https://www.scaleway.com/en/docs/instances/how-to/use-cloud-init/
  '169.254.42.42',
  'fd00:42::42',
  // https://www.tencentcloud.com/document/product/213/4934
  '169.254.0.23',
  // https://docs.openstack.org/nova/latest/user/metadata.html
  'fe80::a9fe:a9fe',
].map((address) => ipaddr.parse(address));

const HOSTNAMES = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
]);

/** Checks for a metadata host. `hostname` is in lower case, without a dot at its end. */
export function isMetadataHost(hostname: string): boolean {
  return HOSTNAMES.has(hostname);
}

/** Checks for a metadata address, also for an IPv4 one carried in an IPv6 one (RFC 4291 2.5.5, RFC 6052, RFC 3056). */
export function isMetadataAddress(address: Address): boolean {
  const carried = findCarried(address);
  return ADDRESSES.some((each) => isSame(each, address) || (carried !== undefined && isSame(each, carried)));
}

function isSame(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && one.toNormalizedString() === other.toNormalizedString();
}

const CARRIERS = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'].map((cidr) => ipaddr.parseCIDR(cidr));
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16');

function findCarried(address: Address): Address | undefined {
  if (address.kind() === 'ipv4') return undefined;
  const bytes = address.toByteArray();
  if (CARRIERS.some((cidr) => address.match(cidr))) return ipaddr.fromByteArray(bytes.slice(12));
  return address.match(SIX_TO_FOUR) ? ipaddr.fromByteArray(bytes.slice(2, 6)) : undefined;
}
