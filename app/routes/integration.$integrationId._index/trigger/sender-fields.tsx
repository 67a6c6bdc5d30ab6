import type { FieldMetadata } from '@conform-to/react';
import { useMemo } from 'react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { algorithms } from '~/engine/senders/proof';
import type { EndpointForm, EditorForm } from '../form/editor-form';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import { escapeHtml } from '~/escape-html';
import type { SenderChoice } from './sender-choices.server';
import { useSenders } from './use-senders';

/** Labels are short, so that a phone of 360 px shows them whole. */
const general = [
  ['auto', 'Any sender'],
  ['hmac', 'Another: signature'],
  ['token', 'Another: token in a header'],
  ['query', 'Another: token in the URL'],
  ['basic', 'Another: password'],
  ['field', 'Another: token in the body'],
  ['jwt', 'Another: JSON Web Token'],
  ['jwks', 'Another: token and key set'],
  ['jws', 'Another: detached signature'],
];

const ofAny = 'It sends the secret, or signs as GitHub or Stripe do.';
const ofAnother = 'The fields below describe how a delivery proves where it comes from.';

/** The fields of the ways that the user describes field by field. The style sheet shows those of the chosen way. */
const details: [field: keyof EndpointForm, label: string, shown: string, hint: string][] = [
  [
    'header',
    'Header',
    'group-has-[option:is([value=hmac],[value=token],[value=jwt],[value=jwks],[value=jws]):checked]/endpoint:block',
    'The header that holds the signature or token, such as X-Signature or Authorization.',
  ],
  [
    'prefix',
    'Prefix',
    'group-has-[option:is([value=hmac],[value=token]):checked]/endpoint:block',
    'The text before it, such as sha256= or Bearer.',
  ],
  [
    'signed',
    'Signed content',
    'group-has-[option[value=hmac]:checked]/endpoint:block',
    'A text with {body}, {body_sha256}, {form} or {field:name}, and what else is signed: {timestamp}, {url}, {path}, {method}, {header:name}. \\n is a line break.',
  ],
  [
    'timestamp',
    'Timestamp',
    'group-has-[option[value=hmac]:checked]/endpoint:block',
    'Optional. The header that holds the time of sending; deliveries that are too old are rejected.',
  ],
  [
    'signedTime',
    'Time in the signature',
    'group-has-[option[value=jws]:checked]/endpoint:block',
    'Optional. The field of the signature that holds the time of sending, such as iat; deliveries that are too old are rejected.',
  ],
  [
    'toleranceSeconds',
    'Tolerance in seconds',
    'group-has-[option:is([value=hmac],[value=jws]):checked]/endpoint:block',
    'How far that time may differ from the server’s clock.',
  ],
  [
    'path',
    'Field of the body',
    'group-has-[option:is([value=field],[value=hmac],[value=jwt],[value=jwks]):checked]/endpoint:block',
    'The field that holds the secret, or the signature or token where no header does. Write names with dots between them, such as auth.token; $ is a body that is a token itself.',
  ],
  [
    'name',
    'Parameter',
    'group-has-[option[value=query]:checked]/endpoint:block',
    'The URL parameter that holds the secret, such as token.',
  ],
  [
    'jwksUrl',
    'Key set URL',
    'group-has-[option:is([value=jwks],[value=jws]):checked]/endpoint:block',
    'Where the sender publishes its keys.',
  ],
  [
    'issuer',
    'Issuer',
    'group-has-[option[value=jwks]:checked]/endpoint:block',
    'What the claim iss of the token must be; the claim aud must be the secret.',
  ],
  [
    'bodyClaim',
    'Claim with the body’s hash',
    'group-has-[option:is([value=jwt],[value=jwks]):checked]/endpoint:block',
    'Optional. The claim of the token that holds the SHA-256 hash of the body.',
  ],
  [
    'claim',
    'Required claim',
    'group-has-[option:is([value=jwt],[value=jwks]):checked]/endpoint:block',
    'Optional. A claim that the token must have, such as events or email.',
  ],
  [
    'claimValue',
    'Value of that claim',
    'group-has-[option:is([value=jwt],[value=jwks]):checked]/endpoint:block',
    'Optional. Where the claim is a list, one of its items.',
  ],
  [
    'username',
    'Username',
    'group-has-[option[value=basic]:checked]/endpoint:block',
    'The secret is the password.',
  ],
];

/** The fields for the sender, its proof, and how bodies are read. */
export function SenderFields({ endpoint }: { endpoint: FieldMetadata<EndpointForm, EditorForm> }) {
  const senders = useSenders();
  const fields = endpoint.getFieldset();
  const { initialValue } = fields.scheme;
  const options = useMemo(() => drawOptions(senders, initialValue), [senders, initialValue]);
  const scheme = useRenderedValue(fields.scheme);
  const chosen = senders.find(({ name }) => name === scheme);
  return (
    <div className="group/endpoint grid gap-6 sm:grid-cols-2">
      <SelectField
        field={fields.scheme}
        label="Who sends?"
        hint={chosen?.setUp ?? (scheme === 'auto' ? ofAny : ofAnother)}
      >
        <optgroup label="In general">
          {general.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </optgroup>
        <optgroup label="By name" dangerouslySetInnerHTML={{ __html: options }} />
      </SelectField>
      <SelectField field={fields.readAs} label="Read bodies as" hint="How the payload is read.">
        <option value="auto">By content type</option>
        <option value="json">JSON, also in a form</option>
        <option value="xml">XML</option>
        <option value="text">Text</option>
        <option value="cloudevents">CloudEvents</option>
        <option value="message">Message of SNS or Pub/Sub</option>
        <option value="jwt">JSON Web Token</option>
        <option value="file">A file, as it came</option>
      </SelectField>
      <div className="hidden group-has-[option[value=hmac]:checked]/endpoint:block">
        <SelectField field={fields.algorithm} label="Algorithm">
          {algorithms.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </div>
      <div className="hidden group-has-[option[value=hmac]:checked]/endpoint:block">
        <SelectField field={fields.encoding} label="Encoding">
          <option>hex</option>
          <option>base64</option>
        </SelectField>
      </div>
      <div className="hidden group-has-[option[value=hmac]:checked]/endpoint:block">
        <SelectField
          field={fields.key}
          label="The secret is written"
          hint="Hex and base64 are decoded before it is used."
        >
          <option value="text">as text</option>
          <option value="hex">in hex</option>
          <option value="base64">in base64</option>
        </SelectField>
      </div>
      {details.map(([name, label, shown, hint]) => (
        <div key={name} className={`hidden ${shown}`}>
          <TextField
            field={fields[name]}
            label={label}
            hint={hint}
            spellCheck={false}
            className="font-mono"
          />
        </div>
      ))}
      <p className="hidden text-[0.8125rem] text-ink-muted group-has-[option[value=jws]:checked]/endpoint:block sm:col-span-2">
        A detached signature does not say for whom it is. At the sender, add ?secret= and the secret to the
        webhook URL.
      </p>
    </div>
  );
}

/** Returns the options as HTML, so that React hydrates one element instead of hundreds. */
function drawOptions(senders: SenderChoice[], selected: string | undefined): string {
  return senders
    .map(({ name, label }) => {
      const mark = name === selected ? ' selected=""' : '';
      return `<option value="${escapeHtml(name)}"${mark}>${escapeHtml(label)}</option>`;
    })
    .join('');
}
