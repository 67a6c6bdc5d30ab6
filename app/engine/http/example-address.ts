// Addresses as templates and documentation have them, which lead to no API until the user completes them.
import { readUrl } from './read-url';

/** RFC 2606 §3: nobody can register these names, so no API is there. */
const example = /(^|\.)example\.(com|net|org)\.?$/;

/**
 * Beginnings of addresses that end in a secret: the address up to here is the same for all, and leads nowhere. Slack's incoming
 * webhooks and workflows, Discord's webhooks, Telegram's bots.
 */
const beginnings =
  /^https:\/\/(hooks\.slack\.com\/(services|workflows|triggers)|(\w+\.)?discord(app)?\.com\/api(\/v\d+)?\/webhooks|api\.telegram\.org\/bot)\/*$/;

/** A segment of dots stands for what the user has to write. GitHub has dots within one: `compare/v1...v2`. */
const dots = /\/(?:\.{3}|%E2%80%A6)(?:\/|$)/;

/** Checks whether a URL leads to a host of examples, such as `api.example.com`. */
export function isExampleAddress(url: string): boolean {
  return example.test(readUrl(url)?.hostname ?? '');
}

/** Checks whether the path of a URL has dots where something is to be written, or lacks the secret that an address like it ends in. */
export function isUnfinishedAddress(url: string): boolean {
  const { origin = '', pathname = '' } = readUrl(url) ?? {};
  return dots.test(pathname) || beginnings.test(origin + pathname);
}
