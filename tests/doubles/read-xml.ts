/** An XML element: its name, attributes, texts and child elements. */
export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] }

const token = /<\?xml [^?]*\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
const attribute = /([\w:.-]+)="([^"]*)"/g
// Characters that XML 1.0 cannot represent.
const impossible = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]|\p{Cs}/u

/** Parses the plain XML of office files; throws at the first place that is not well-formed. */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  token.lastIndex = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) throw new Error(`Not well formed at ${at}: ${text.slice(at, at + 60)}`)
    const [, closing, name, attributes = '', alone, characters] = match
    const parent = open.at(-1)
    if (!parent) throw new Error('More is closed than was opened.')
    if (characters !== undefined) parent.children.push(plain(characters))
    else if (name !== undefined && closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} is closed where something else is open.`)
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(attribute)].map(([, key = '', value = '']) => [key, plain(value)] as const)
      if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error('An attribute is there twice.')
      const element = { name, attributes: Object.fromEntries(pairs), children: [] }
      parent.children.push(element)
      if (alone !== '/') open.push(element)
    }
  }
  const [document] = root.children.filter((child) => typeof child !== 'string')
  if (open.length !== 1 || document === undefined) throw new Error('The document is not closed.')
  return document
}

function plain(text: string): string {
  if (/&(?!amp;|lt;|gt;|quot;)/.test(text)) throw new Error('An ampersand that is none.')
  if (impossible.test(text)) throw new Error('A character that XML cannot hold.')
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/** Returns all elements of this name at any depth. */
export function elements(within: Element, name: string): Element[] {
  return within.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...elements(child, name)],
  )
}

export const textOf = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
