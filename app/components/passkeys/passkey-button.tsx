import { useFetcher, useLocation } from '@remix-run/react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withoutNetworkError } from '../network/network-error';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { canFillIn, endCeremony, signByPasskey } from './ceremony';

/** Before the challenge is too old: ten minutes. */
const renewalMs = 9 * 60_000;

interface PasskeyButtonProps {
  label: string;
  /** The path that has what is to be signed, and takes what was. */
  address: string;
  /** In the query of what is to be signed. */
  step?: string;
  /** It is what most are to press. */
  isMain?: boolean;
  /** The browser also offers it where the email is typed. */
  isFilledIn?: boolean;
}

/** Has a passkey sign, and sends that; with script alone. */
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

  /** Answers what there is to say. */
  const sign = useCallback(
    async (byBrowser: boolean): Promise<string | undefined> => {
      const options = await readOptions(step === undefined ? address : `${address}?step=${step}`);
      if (!options) return 'The server could not be reached. Please try again.';
      hasBegun.current = true;
      const outcome = await signByPasskey(options, byBrowser);
      if (!('response' in outcome)) return outcome.failure;
      const form = { response: JSON.stringify(outcome.response) };
      submit(form, { method: 'post', action: address + search });
      return undefined;
    },
    [address, step, search, submit],
  );

  // What the button asks for takes the place of what the browser offers by itself, which comes back after it.
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

/** Undefined when there is no answer. */
async function readOptions(url: string): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? await response.json() : undefined;
}
