import { Banner } from '../ui/banner';
import { TextLink } from '../ui/link';

/** Warns a person whose browser would not stay logged in at this address. `address`: the same page where it would. */
export function SecureAddressBanner({ address }: { address: string }) {
  return (
    <Banner tone="warn" title="Logging in does not work at this address">
      It is not encrypted, so your browser would not stay logged in. Open{' '}
      <TextLink to={address}>{address}</TextLink> instead.
    </Banner>
  );
}
