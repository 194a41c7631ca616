type PlistValue = string | number | boolean | PlistValue[] | { [key: string]: PlistValue }

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Parses an XML property list, as far as the sample needs it. */
export function readPlist(text: string): PlistValue {
  const body = /<plist[^>]*>([\s\S]*)<\/plist>/.exec(text)?.[1] ?? ''
  const tokens = [...body.matchAll(/<(key|string|integer)>([^<]*)<\/\1>|<(\/?(?:dict|array)|true\/|false\/)>/g)]
  let at = 0
  const next = () => {
    const token = tokens[at]
    at += 1
    if (token === undefined) throw new Error('The property list ends too early.')
    return { kind: token[1] ?? token[3] ?? '', text: unescaped(token[2] ?? '') }
  }
  const value = (): PlistValue | undefined => {
    const { kind, text: content } = next()
    if (kind === 'string') return content
    if (kind === 'integer') return Number(content)
    if (kind === 'true/' || kind === 'false/') return kind === 'true/'
    if (kind === 'array') {
      const items: PlistValue[] = []
      for (let item = value(); item !== undefined; item = value()) items.push(item)
      return items
    }
    if (kind === 'dict') {
      const dict: { [key: string]: PlistValue } = {}
      for (let key = next(); key.kind !== '/dict'; key = next()) dict[key.text] = value() ?? ''
      return dict
    }
    return undefined
  }
  return value() ?? ''
}
