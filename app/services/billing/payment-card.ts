// The facts that are kept of a card instead of its number, and the reading of them from the number.
import type { StoredCard } from '~/db/organizations/billing';
import type { PaymentCard } from '~/fields';

/** The issuers' number ranges (ISO/IEC 7812), limited to commonly known brands. */
const brands: [name: string, start: RegExp][] = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['American Express', /^3[47]/],
  ['Discover', /^(6011|64[4-9]|65)/],
  ['JCB', /^35(2[89]|[3-8])/],
  ['UnionPay', /^62/],
];

/** Returns what is stored of a card: neither its number nor its CVV. */
export function reduceCard({ cardNumber, expiryDate, cardholderName }: PaymentCard): StoredCard {
  const digits = cardNumber.replaceAll(' ', '');
  const [brand] = brands.find(([, start]) => start.test(digits)) ?? ['Card'];
  return { brand, lastFour: digits.slice(-4), expiryDate, cardholderName };
}

/** Returns '**** **** **** 4242'. */
export function maskCardNumber({ lastFour }: Pick<StoredCard, 'lastFour'>): string {
  return `**** **** **** ${lastFour}`;
}

/** Checks a card, which is valid until the end of its month in the earth's last time zone. */
export function isCardExpired({ expiryDate }: Pick<StoredCard, 'expiryDate'>, now: number): boolean {
  const [month = 0, year = 0] = expiryDate.split('/').map(Number);
  return now >= Date.UTC(2000 + year, month, 1, 12);
}
