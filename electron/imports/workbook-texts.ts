import { readStrings } from './workbook.ts'
import { openWorkbook, readXml, startsWith } from './workbook-parts.ts'

/** A text that no cell shows. `place`: the kind of its place in words, such as `page header or footer`. */
export type TextBeside = { place: string; text: string }

/** Texts of a workbook that are in no cell: page headers and footers, properties, names, links, comments. */
export type BesideCells = {
  /** Headers and footers of pages, properties, names, links, texts of formulas. */
  texts: TextBeside[]
  /** All texts that cells may refer to, also those that no cell has any more. */
  strings: readonly string[]
  /** True if it has parts that are not read, such as comments, pictures and stored copies of other tables. */
  hasOtherParts: boolean
}

/**
 * Reads the texts of a workbook that may be about people and that no cell shows; null if the bytes are no workbook.
 *
 * @throws AppError `import/unreadable` as `readWorkbook` does
 */
export async function readBesideCells(bytes: Uint8Array): Promise<BesideCells | null> {
  const opened = await openWorkbook(bytes)
  if (opened === null) return null
  const { part, paths, deadline } = opened
  const texts: TextBeside[] = []
  for (const path of paths) if (partWithTexts.test(path)) texts.push(...(await textsIn(await part(path), deadline)))
  return {
    texts,
    strings: await readStrings(part, deadline),
    hasOtherParts: hasComment(bytes) || paths.some((path) => !path.endsWith('/') && !knownPart.test(path)),
  }
}

/** Parts of which everything is read, or that have no texts of people. */
const knownPart =
  /^(?:\[content_types\]\.xml|mimetype|_rels\/\.rels|docprops\/(?:app|core|custom)\.xml|xl\/(?:workbook|sharedstrings|styles|calcchain|metadata)\.xml|xl\/(?:worksheets|tables|theme)\/[^/]*\.xml|xl\/(?:worksheets\/|tables\/)?_rels\/[^/]*\.rels|xl\/printersettings\/[^/]*)$/i
/** Parts with texts that no cell shows. */
const partWithTexts =
  /^(?:docprops\/(?:app|core|custom)\.xml|xl\/(?:workbook|sharedstrings|styles)\.xml|xl\/(?:worksheets|tables)\/[^/]*\.xml|.*\.rels)$/i

/** True for a ZIP that does not end with its directory. */
const hasComment = (bytes: Uint8Array): boolean => !startsWith(bytes.subarray(-22), [0x50, 0x4b, 0x05, 0x06])

/** Elements whose text is of people, by the place that they are. */
const placesOfTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['oddHeader', 'oddFooter', 'evenHeader', 'evenFooter', 'firstHeader', 'firstFooter'].map((name) => [
      name,
      'page header or footer',
    ]),
  ),
  ...Object.fromEntries(
    [
      'creator',
      'lastModifiedBy',
      'title',
      'subject',
      'description',
      'keywords',
      'category',
      'contentStatus',
      'identifier',
    ]
      .concat(['Manager', 'Company', 'HyperlinkBase', 'Template', 'lpstr', 'lpwstr', 'bstr'])
      .map((name) => [name, 'property of the workbook']),
  ),
}
const formulas: ReadonlySet<string> = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName'])
/** Attributes with texts of people; those called `name` only on these elements. */
const textAttributes =
  /^(?:error|errorTitle|prompt|promptTitle|display|tooltip|location|text|codeName|userName|url|displayName|totalsRowLabel|comment)$/
const namedElements: ReadonlySet<string> = new Set([
  'sheet',
  'definedName',
  'customWorkbookView',
  'table',
  'protectedRange',
  'property',
  'scenario',
])
const quoted = /"((?:[^"]|"")*)"/g

async function textsIn(bytes: Buffer | null, deadline: number): Promise<TextBeside[]> {
  const texts = new Map<string, TextBeside>()
  const add = (place: string, text: string) => {
    if (/\p{L}|\d{3}/u.test(text)) texts.set(`${place} ${text}`, { place, text })
  }
  const addQuoted = (text: string) => {
    for (const [, inside = ''] of text.matchAll(quoted)) add('formula or format', inside)
  }
  let [place, text, isFormula, isAid] = ['', '', false, false]
  await readXml(bytes, deadline, {
    comment: (inside) => add('comment in its code', inside),
    open(name, attributes) {
      if (name === 'c' || name === 'row') return
      ;[place, text, isFormula] = [placesOfTexts[name] ?? '', '', formulas.has(name)]
      if (name === 'rPh') isAid = true
      if (isAid && name === 't') place = 'reading aid'
      if (name === 'numFmt') addQuoted(attributes.formatCode ?? '')
      if (name === 'Relationship' && attributes.TargetMode === 'External') add('link', attributes.Target ?? '')
      if (name === 'cellStyle' && attributes.builtinId === undefined) add('name in the workbook', attributes.name ?? '')
      for (const [key, value] of Object.entries(attributes))
        if (textAttributes.test(key) || (key === 'name' && namedElements.has(name))) add('name in the workbook', value)
    },
    text(more) {
      if (place !== '' || isFormula) text += more
    },
    close(name) {
      if (name === 'rPh') isAid = false
      if (isFormula) addQuoted(text)
      else if (place !== '') add(place, text)
      ;[place, text, isFormula] = ['', '', false]
    },
  })
  return [...texts.values()]
}
