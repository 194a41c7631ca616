import { type TextFilters, type TextProblem, textProblems } from '../../../shared/ipc/texts.ts'
import { documentTypes } from '../../../shared/service/document.ts'
import { type AddressSearch, oneOf } from '../../lib/use-address.ts'

/** What the page Search in documents searches for, and where. */
export type TextSearch = {
  q: string
  /** Ids of the household, and of the owner of the household. */
  household: string | undefined
  owner: string | undefined
  type: (typeof documentTypes)[number] | undefined
  /** The year in which the document was added at the service. */
  year: number | undefined
}

/** A word of an address that is read as a number, such as a year, is a text here. */
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : undefined

function readTextSearch({ q, household, owner, type, year }: AddressSearch): TextSearch {
  return {
    q: textIn(q) ?? '',
    household: textIn(household),
    owner: textIn(owner),
    type: oneOf(documentTypes, type),
    year: typeof year === 'number' && Number.isInteger(year) && year >= 1900 && year <= 9999 ? year : undefined,
  }
}

/** The parameters of the page's address. */
export const writeTextSearch = (asked: Partial<TextSearch>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''))

/** True if some documents are left out. */
export const isNarrowed = ({ household, owner, type, year }: TextSearch): boolean =>
  [household, owner, type, year].some((part) => part !== undefined)

/** The filters as the service of texts takes them. */
export const filtersOf = ({ household, owner, type, year }: TextSearch): TextFilters => ({
  ...(household === undefined ? {} : { household_id: household }),
  ...(owner === undefined ? {} : { owner_id: owner }),
  ...(type === undefined ? {} : { document_type: type }),
  ...(year === undefined ? {} : { year }),
})

/** The page with the search in its address. */
export const textSearchScreen = { path: 'documents/search', read: readTextSearch, write: writeTextSearch }

/** The page of what is not searched, with one group in its address. */
export const notSearchedScreen = {
  path: 'documents/not-searched',
  read: ({ kind }: AddressSearch): { kind: TextProblem | undefined } => ({ kind: oneOf(textProblems, kind) }),
  write: ({ kind }: { kind: TextProblem | undefined }): Record<string, unknown> => (kind === undefined ? {} : { kind }),
}
