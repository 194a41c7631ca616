declare const vetted: unique symbol

/** An https URL that was checked against the only host it may lead to; only {@link vetHttpsUrl} creates one. */
export type HttpsUrl = string & { readonly [vetted]: true }

/** The strict form of an address: forms that only a lenient parser accepts are a trick, not a service's address. */
const plainForm = /^https:\/\/[\w.[-][\u0021-\u005b\u005d-\u007e]*$/i
const maxLength = 8_192

/**
 * Checks a URL before Steward passes it to the system's browser.
 *
 * @param url - an absolute URL
 * @param origin - the only origin it may have, such as `https://auth.example.com`
 * @returns the same URL, normalised and typed as vetted
 * @throws RangeError if it is not https, contains a user name, has another origin or an unusual form
 */
export function vetHttpsUrl(url: string, origin: string): HttpsUrl {
  if (url.length > maxLength || !plainForm.test(url)) {
    throw new RangeError('The address is not in the form that Steward expects.')
  }
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '' || parsed.origin !== origin) {
    throw new RangeError('The address is not one that Steward may open.')
  }
  return parsed.href as HttpsUrl
}

declare const onThisComputer: unique symbol

/** An address of one of Steward's own listeners on this computer; only {@link loopbackUrl} creates one. */
export type LoopbackUrl = string & { readonly [onThisComputer]: true }

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Creates an address on this computer to be passed to the system's browser.
 *
 * @param origin - such as `http://127.0.0.1:49152`
 * @param path - begins with `/`
 * @throws RangeError if it leads anywhere else
 */
export function loopbackUrl(origin: string, path: string): LoopbackUrl {
  const url = new URL(path, origin)
  if (url.origin !== origin || !isLoopback(url)) throw new RangeError('The address is not one of this computer.')
  return url.href as LoopbackUrl
}

/** Whether {@link loopbackUrl} accepts an address. */
export function isLoopback({ protocol, hostname, username, password }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.has(hostname) && username === '' && password === ''
}
