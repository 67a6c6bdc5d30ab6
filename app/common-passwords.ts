/**
 * Common passwords in their plain form: look-alike digits and signs are turned back into letters, and digits and signs at the
 * end are dropped.
 */
const commonPasswords = new Set(
  `a aa aaa aaaa abc abcd abcde abcdef abcdefg abcdefgh access account admin administrator alexander amanda amazon
  america amsterdam andrew angel apple arsenal as asd asdf asdfg asdfgh asdfghjkl asdfjkl ashley august australia
  austria autumn azerty backup bailey banana bangalore bangladesh barcelona baseball batman berlin boston brazil
  canada changeme charlie cheese chelsea chennai chicago china chocolate christmas coffee company computer cookie
  corvette cricket daniel december default delhi demo denmark deutschland diamond dolphin dragon dubai eagle egypt
  england europe facebook falcon family february ferrari finland flower football forever france freedom friday
  friend ganesh gateway george germany god google greece guest hannah harley hello hockey houston hungary hunter
  hyderabad iloveu iloveyou india indonesia internet iqaz2wsx iqazawsx iqaziqaz iqazxsw ireland israel istanbul
  italia italy january japan jasmine jennifer jessica jesus jordan joshua july june juventus kenya killer kolkata
  korea krishna lagos letmein liverpool london love lovely loveme madrid maggie malaysia manager manchester march
  master matrix matthew melbourne mexico miami michael michelle microsoft milano monday money monkey monster moscow
  mumbai mustang mypassword naruto nepal netflix netherlands network newpassword newyork nicole nigeria nintendo
  norway november october office oracle orange outlook pakistan paris pass passcode passphrase passw passwd password
  passwort pepper philippines phoenix pokemon poland portugal power princess pune purple q qaz qazwsx qwe qweasd
  qweasdzxc qwer qwert qwerty qwertyu qwertyuiop qwertz rainbow ranger realmadrid robert romania root russia sample
  samsung saturday scotland seattle secret secure security september server shadow shanghai shiva silver singapore
  soccer spain spiderman spring srilanka starwars summer sunday sunflower sunshine super superman support sweden
  switzerland sydney sysadmin system taylor temp temporary temppass test tester testing thailand thomas thursday
  tiger tokyo toronto trustme trustnoi tuesday turkey ukraine unknown user vienna vietnam wednesday welcome whatever
  wicked wickedintegrations windows winter yellow zaqi2wsx zaqiqaz zxc zxcv zxcvb zxcvbn zxcvbnm`.split(
    /\s+/,
  ),
);

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Whether a password is one of those that attackers guess first, also when letters are replaced by look-alike signs or when
 * digits and signs are added at the end.
 */
export function isCommonPassword(password: string): boolean {
  const stem = password
    .toLowerCase()
    .replace(/[^a-z]+$/, '')
    .replace(/[@431!0$57]/g, (sign) => lookalikes[sign] ?? sign)
    .replace(/^[^a-z]+/, '');
  return commonPasswords.has(stem);
}
