import type { PageOfText } from '../../shared/domain/proposals/page-text.ts'
import {
  type NamedFile,
  type Proposed,
  proposeFromName,
  proposeFromPages,
} from '../../shared/domain/proposals/propose-from-pages.ts'
import type { IntakePages, IntakeProposal, IntakeRow } from '../../shared/ipc/intake.ts'
import { type KeptRow, noProposals } from './intake-row.ts'
import { partsOf, type TrayOptions } from './tray-parts.ts'

/** A file whose pages are to be read. `size` is in bytes. */
export type FileOfPages = { mediaType: string; name: string; size: number; bytes: AsyncIterable<Uint8Array> }

/** The text of a file: its pages with text, or why there are none. */
export type PagesRead = {
  state: Exclude<IntakePages, 'waiting' | 'forbidden'>
  pages: readonly PageOfText[]
  /** Whether a limit ended the reading before the end of the file. */
  isCut: boolean
}

/** Reads the pages of a file away from this thread; null if the firm allows no text to be read. Rejects with the signal's reason. */
export type ReadFilePages = ((file: FileOfPages, signal: AbortSignal) => Promise<PagesRead>) | null

/** True for a document whose pages are still to be read. */
export const waitsForReading = ({ state, purpose, pages, removed_at, submitted }: KeptRow): boolean =>
  state === 'ready' && purpose === 'document' && pages === 'waiting' && removed_at === null && !submitted

/** The row with the proposals for its file. A field that the user has set keeps its value; one that was only proposed is proposed again. */
export async function withProposals(
  options: TrayOptions,
  row: KeptRow,
  read: PagesRead | 'forbidden',
): Promise<KeptRow> {
  const parts = await partsOf(options, row.household_id)
  const file: NamedFile = { name: row.file_name, folder: row.folder, parts, people: parts.people }
  const empty = withoutProposals(row)
  if (read === 'forbidden') return filled({ ...empty, pages: 'forbidden' }, proposeFromName(file))
  if (read.state !== 'read') return suggesting({ ...empty, pages: read.state }, proposeFromName(file))
  const { date, strangers, doubts, suggested, ...fields } = proposeFromPages(file, {
    pages: read.pages,
    mediaType: row.media_type,
  })
  const household = await otherHousehold(options, row, strangers)
  const cut = read.isCut ? ['Only the beginning was read: the file has more text than is read at once.'] : []
  const marked = suggesting(filled({ ...empty, pages: 'read' }, fields), suggested)
  const proposals = { ...marked.proposals, date, household_id: household.question }
  return { ...marked, proposals, doubts: [...doubts, ...household.doubts, ...cut] }
}

/** The row without what was proposed for it: fields that the user has set keep their values. */
export const withoutProposals = (row: KeptRow): KeptRow => ({
  ...row,
  ...noProposals,
  type: row.typed ? row.type : '',
  entity_id: row.entity_chosen ? row.entity_id : null,
  individual_id: row.individual_chosen ? row.individual_id : null,
})

type Fields = Readonly<Record<'type' | 'entity' | 'person', Proposed<string> | null>>

/** The proposals for fields that the user has not set. */
const unset = (row: KeptRow, { type, entity, person }: Fields): IntakeRow['suggested'] => ({
  type: row.typed ? null : type,
  entity_id: row.entity_chosen ? null : entity,
  individual_id: row.individual_chosen ? null : person,
})

function filled(row: KeptRow, fields: Fields): KeptRow {
  const { type, entity_id, individual_id } = unset(row, fields)
  return {
    ...row,
    type: type?.value ?? row.type,
    entity_id: entity_id?.value ?? row.entity_id,
    individual_id: individual_id?.value ?? row.individual_id,
    proposals: { ...row.proposals, type, entity_id, individual_id },
  }
}

const suggesting = (row: KeptRow, fields: Fields): KeptRow => ({ ...row, suggested: unset(row, fields) })

type Strangers = ReturnType<typeof proposeFromPages>['strangers']

/** The household to which the names on the pages belong, where it is another one; several are only said. */
async function otherHousehold({ store }: TrayOptions, row: KeptRow, strangers: Strangers) {
  const nothing = { question: null as (IntakeProposal & { title: string }) | null, doubts: [] as string[] }
  if (row.household_chosen) return nothing
  for (const { name, is, words, page } of strangers) {
    const { households } = await store.read('intake.householdsOf', { name, is, except: row.household_id })
    const [one] = households
    if (one === undefined) continue
    if (households.length === 1) return { ...nothing, question: { value: one.id, title: one.title, words, page } }
    const titles = households.map(({ title }) => title).join(', ')
    return { ...nothing, doubts: [`Page ${page} names ${name}, whom several other households have: ${titles}.`] }
  }
  return nothing
}
