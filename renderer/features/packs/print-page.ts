/**
 * Prints a pack from this window. Its markup is parsed as inert text, as from a file, and drawn in a shadow root, where neither the
 * app's styles nor its scripts reach it; the content security policy of this page keeps it from loading anything.
 */
export function printPage({ style, body }: { style: string; body: string }): void {
  const parsed = new DOMParser().parseFromString(body, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.replace(/^html \{/m, ':host {'))
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.append(...parsed.body.childNodes)
  host.dataset.pack = ''
  try {
    document.body.append(host)
    document.documentElement.dataset.printing = 'pack'
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
    host.remove()
  }
}
