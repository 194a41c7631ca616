declare const vetted: unique symbol

/** An https URL that was checked against the one host it may lead to; only {@link vetHttpsUrl} makes one. */
export type HttpsUrl = string & { readonly [vetted]: true }

/** As addresses are written: forms that only a lenient parser would mend are somebody's trick, not a service's address. */
const plainForm = /^https:\/\/[\w.[-][\u0021-\u005b\u005d-\u007e]*$/i
const maxLength = 8_192

/**
 * Judges a URL that is about to leave Steward for the system's browser.
 *
 * @param url - an absolute URL
 * @param origin - the only origin it may have, such as `https://auth.example.com`
 * @returns the same URL, normalised and typed as vetted
 * @throws RangeError when it is not https, names a user, leads elsewhere or is oddly written
 */
export function vetHttpsUrl(url: string, origin: string): HttpsUrl {
  if (url.length > maxLength || !plainForm.test(url)) {
    throw new RangeError('The address is not written as Steward expects one.')
  }
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '' || parsed.origin !== origin) {
    throw new RangeError('The address is not one that Steward may open.')
  }
  return parsed.href as HttpsUrl
}

declare const onThisComputer: unique symbol

/** An address of a listener of Steward's own on this computer; only {@link loopbackUrl} makes one. */
export type LoopbackUrl = string & { readonly [onThisComputer]: true }

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Names an address of this computer that is about to be handed to the system's browser.
 *
 * @param origin - such as `http://127.0.0.1:49152`
 * @param path - begins with `/`
 * @throws RangeError when it leads anywhere else
 */
export function loopbackUrl(origin: string, path: string): LoopbackUrl {
  const url = new URL(path, origin)
  if (url.origin !== origin || !isLoopback(url)) throw new RangeError('The address is not one of this computer.')
  return url.href as LoopbackUrl
}

/** Whether an address is one that {@link loopbackUrl} could have made. */
export function isLoopback({ protocol, hostname, username, password }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.has(hostname) && username === '' && password === ''
}
