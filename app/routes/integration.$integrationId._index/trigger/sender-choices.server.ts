import { type Handshake, handshakes } from '~/engine/senders/handshake';
import { senders } from '~/engine/senders/senders';

/** The names of the handshakes: mostly of the sender that has it, or of the standard. */
const handshakeLabels: Record<Handshake, string> = {
  none: 'None',
  slack: 'Slack',
  monday: 'monday.com',
  twitch: 'Twitch',
  discord: 'Discord',
  meta: 'Meta',
  strava: 'Strava',
  websub: 'WebSub',
  challenge: 'Challenge (parameter of a GET)',
  microsoft: 'Microsoft Graph',
  'event-grid': 'Azure Event Grid',
  cloudevents: 'CloudEvents',
  zoom: 'Zoom',
  x: 'X',
  okta: 'Okta',
  ringcentral: 'RingCentral',
  smartsheet: 'Smartsheet',
  woocommerce: 'WooCommerce',
  asana: 'Asana',
  ebay: 'eBay',
  'adobe-sign': 'Adobe Acrobat Sign',
  linkedin: 'LinkedIn',
  lark: 'Lark',
  'lark-encrypted': 'Lark, encrypted',
  front: 'Front',
  oura: 'Oura',
  wechat: 'WeChat',
  wecom: 'WeCom',
  dingtalk: 'DingTalk',
  tebex: 'Tebex',
  wrike: 'Wrike',
  braintree: 'Braintree',
  'exact-online': 'Exact Online',
  mailersend: 'MailerSend',
  ping: 'Ping (GET or HEAD)',
};

export interface HandshakeOption {
  value: Handshake;
  label: string;
}

/** Lists the handshakes that can be chosen, in the order of the API's documentation. */
export function listHandshakeOptions(): HandshakeOption[] {
  return handshakes.map((value) => ({ value, label: handshakeLabels[value] }));
}

/** A sender that can be chosen by name. */
export interface SenderChoice {
  name: string;
  label: string;
  /** Instructions for setting up the sender, as a sentence. */
  setUp: string;
  /** Whether the secret is the sender's, so that a generated one would never fit. */
  issuesSecret: boolean;
  /** Where its deliveries have their key, as a sentence; left out where nothing is known. */
  keyHint?: string | undefined;
}

/** Lists all senders, sorted by label. */
export function listSenderChoices(): SenderChoice[] {
  return senders
    .map(({ name, label, setUp, issuesSecret = false, deliveryKey: key }) => ({
      name,
      label,
      setUp,
      issuesSecret,
      keyHint: key && `${label} has one in ${key.by === 'path' ? 'the payload' : 'a header'}: ${key.of}`,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}
