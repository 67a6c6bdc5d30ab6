import { useFetcher, useLocation } from '@remix-run/react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from '~/components/icons/icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withoutNetworkError } from '../network/network-error';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { canFillIn, endCeremony, signByPasskey } from './ceremony';

/** How long a challenge is used, in milliseconds: it expires after ten minutes. */
const renewalMs = 9 * 60_000;

interface PasskeyButtonProps {
  label: string;
  /** The path that returns the options to sign, and takes the signature. */
  address: string;
  /** The `step` in the query of the options. */
  step?: string;
  /** Whether it is the button that most people should press. */
  isMain?: boolean;
  /** Whether the browser also offers the passkey in the email field. */
  isFilledIn?: boolean;
}

/** A button that has a passkey sign, and sends the signature; it works with script alone. */
export function PasskeyButton({
  label,
  address,
  step,
  isMain = false,
  isFilledIn = false,
}: PasskeyButtonProps) {
  const fetcher = useFetcher<{ failure: string }>();
  const { search } = useLocation();
  const [said, setSaid] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const hasBegun = useRef(false);
  const { submit } = fetcher;

  /** Signs and sends. Returns a message when that failed. */
  const sign = useCallback(
    async (byBrowser: boolean): Promise<string | undefined> => {
      const offer = await readOptions(step === undefined ? address : `${address}?step=${step}`);
      if (!('options' in offer)) return offer.failure;
      hasBegun.current = true;
      const outcome = await signByPasskey(offer.options, byBrowser);
      if (!('response' in outcome)) return outcome.failure;
      const form = { response: JSON.stringify(outcome.response) };
      submit(form, { method: 'post', action: address + search });
      return undefined;
    },
    [address, step, search, submit],
  );

  // A press of the button replaces the browser's own offer, which comes back after it.
  useEffect(() => {
    if (!isFilledIn || isAsking) return;
    let isOver = false;
    const offer = async () => {
      if ((await canFillIn()) && !isOver) await sign(true);
    };
    void offer();
    const timer = setInterval(() => void offer(), renewalMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isFilledIn, isAsking, sign]);

  useEffect(
    () => () => {
      if (hasBegun.current) void endCeremony();
    },
    [],
  );

  async function press() {
    setAsking(true);
    setSaid(await sign(false));
    setAsking(false);
  }

  const pending = isAsking || fetcher.state !== 'idle';
  const failure = pending ? undefined : (said ?? withoutNetworkError(fetcher.data)?.failure);
  return (
    <div className="flex flex-col gap-3">
      {failure && (
        <Banner tone="bad" live>
          {failure}
        </Banner>
      )}
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size="lg"
        icon={KeyRound}
        pending={pending}
        pendingText="Waiting for your passkey..."
        onClick={() => void press()}
        className="noscript:hidden"
      >
        {label}
      </Button>
      <noscript>
        <p className="text-ink-muted">Passkeys need JavaScript, which is off in this browser.</p>
      </noscript>
    </div>
  );
}

/** Reads the options, or says why there are none. Goes to the page that the server redirects to: the session has ended. */
async function readOptions(
  url: string,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON } | { failure?: string }> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.redirected) {
    location.assign(response.url);
    return {};
  }
  if (response?.status === 404)
    return { failure: 'There is no passkey to use here any more. Reload the page.' };
  // A proxy may answer with a page.
  const options = response?.ok ? await response.json().catch(() => undefined) : undefined;
  return options ? { options } : { failure: 'The server could not be reached. Please try again.' };
}
