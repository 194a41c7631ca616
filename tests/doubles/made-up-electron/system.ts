/** The text of the made-up clipboard. */
export const clipboardText = {
  text: '',
  put(text: string): void {
    if (process.env.STEWARD_BROKEN !== 'clipboard' || text === 'before') clipboardText.text = text
  },
}

/** The proxy that a made-up session was given. */
export type ProxySettings = { mode?: string; pacScript?: string }

/** Answers `resolveProxy` as Chromium does for these settings, as far as the steps go. */
export function resolveBy({ mode, pacScript }: ProxySettings, url: string): string {
  if (process.env.STEWARD_BROKEN === 'proxy') return 'DIRECT'
  if (mode === 'pac_script') return evaluate(pacScript ?? '', url)
  const address = process.env.https_proxy
  return address ? `PROXY ${new URL(address).host}` : 'DIRECT'
}

function evaluate(address: string, url: string): string {
  const script = Buffer.from(address.split(',')[1] ?? '', 'base64').toString()
  const find: (url: string, host: string) => string = new Function(`${script}; return FindProxyForURL`)()
  return find(url, new URL(url).hostname)
}
