import { useFetcher, useLocation } from '@remix-run/react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { withoutNetworkError } from '../network/network-error';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { canFillIn, endCeremony, signByPasskey } from './ceremony';

const address = '/login/passkey';

/** Before the challenge is too old: ten minutes. */
const renewalMs = 9 * 60_000;

interface PasskeyLoginProps {
  label: string;
  /** After the right password: with a passkey of that account. */
  isSecondStep?: boolean;
  /** It is what most are to press. */
  isMain?: boolean;
}

/** Logs in by a passkey; with script alone. In the first step the browser also offers it where the email is typed. */
export function PasskeyLogin({ label, isSecondStep = false, isMain = false }: PasskeyLoginProps) {
  const fetcher = useFetcher<{ failure: string }>();
  const { search } = useLocation();
  const [said, setSaid] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const hasBegun = useRef(false);
  const { submit } = fetcher;

  /** Answers what there is to say. */
  const sign = useCallback(
    async (isFilledIn: boolean): Promise<string | undefined> => {
      const options = await readOptions(isSecondStep);
      if (!options) return 'The server could not be reached. Please try again.';
      hasBegun.current = true;
      const outcome = await signByPasskey(options, isFilledIn);
      if (!('response' in outcome)) return outcome.failure;
      const form = { response: JSON.stringify(outcome.response) };
      submit(form, { method: 'post', action: address + search });
      return undefined;
    },
    [isSecondStep, search, submit],
  );

  // What the button asks for takes the place of what the browser offers by itself, which comes back after it.
  useEffect(() => {
    if (isSecondStep || isAsking) return;
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
  }, [isSecondStep, isAsking, sign]);

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
async function readOptions(
  isSecondStep: boolean,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const response = await fetch(isSecondStep ? `${address}?step=code` : address).catch(() => undefined);
  return response?.ok ? await response.json() : undefined;
}
