import type { Truth } from '../world/scene.ts'

/** The facts that a document can say, by the names of the function that finds them. */
export const factKinds = [
  'grantor',
  'trustee',
  'successor-trustee',
  'beneficiary',
  'executor',
  'agent',
  'health-care-agent',
  'guardian',
  'name',
  'date',
  'governing-law',
  'amends',
  'term',
  'annuity',
  'premium',
] as const
export type FactKind = (typeof factKinds)[number]

/** A fact that a document says, as its maker knows it. */
export type FactTruth = {
  kind: FactKind
  /** The record's id for a role; `null` for people and companies outside the records, and for all that is no role. */
  record: string | null
  /** The right values; a role has the name as it is written. */
  values: readonly string[]
  /** The words by which the text says it. */
  shown: string
  /** The pages on which its paragraph stands; empty where the file has no pages. */
  pages: readonly number[]
  /** It may be found or not: two readers may differ on whether the document says it. */
  open: boolean
}

export type Standing = 'draft' | 'unsigned' | 'revoked' | 'superseded'

/** A document before it is laid out. */
export type Made = {
  about: string
  truth: Truth
  /** Text with marks; `\f` alone begins a page, and a paragraph that begins with `#` is a title. */
  paragraphs: readonly string[]
  standing?: Standing
}

/** A mark: kinds, record and values before the words that are shown. */
const mark = /⟦([^⟦⟧|]*)\|([^⟦⟧|]*)\|([^⟦⟧|]*)\|([^⟦⟧]*)⟧/g

/** Marks words as a fact of these kinds, e.g. `grantor+trustee`. A kind with `?` is open: it may be found or not. */
export const marked = (kinds: string, shown: string, values: readonly string[] = [shown], record = ''): string =>
  `⟦${kinds}|${record}|${values.join('~')}|${shown}⟧`

/** The words that a reader sees. */
export const withoutMarks = (text: string): string => text.replace(mark, '$4')

/** The title of an instrument may be found as its name. */
export const titleIn = (paragraph: string, pages: readonly number[]): FactTruth[] => {
  const shown = withoutMarks(paragraph).replace(/^#\s*/, '')
  const value = shown.replaceAll('\n', ' ')
  return paragraph.startsWith('#') ? [{ kind: 'name', record: null, values: [value], shown, pages, open: true }] : []
}

/** The facts that a paragraph's marks tell. */
export function factsIn(paragraph: string, pages: readonly number[]): FactTruth[] {
  return [...paragraph.matchAll(mark)].flatMap(([, kinds = '', record = '', values = '', shown = '']) =>
    kinds.split('+').map((each): FactTruth => {
      const kind = factKinds.find((known) => known === each.replace('?', ''))
      if (kind === undefined) throw new Error(`No kind of fact is called ${each}.`)
      const open = each.includes('?')
      return { kind, record: record === '' ? null : record, values: values.split('~'), shown, pages, open }
    }),
  )
}
