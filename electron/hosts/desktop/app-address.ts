export const appScheme = 'app'
export const appHost = 'steward'

/** The origin of Steward's own pages, as Chromium writes it. */
export const appOrigin = `${appScheme}://${appHost}`

/** Whether an address is one of Steward's own. Empty addresses and `about:blank` are not. */
export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
}
