import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { kindOfFile } from '../../../shared/domain/file-kinds.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TextFilters, TextProblem, TextScope } from '../../../shared/ipc/texts.ts'
import { pinnedHouseholds } from '../ledger/pins.ts'
import { neverScanned } from '../ledger/scanned-pages.ts'
import { pagesPerFile } from '../mirror/page-texts.ts'
import type { ReadableStores } from '../open-database.ts'

/** Whose files are searched, as resolved for a query: `user` is the user's own id, null if it is not known. */
export type ScopeInForce = { scope: TextScope; user: string | null }

/** The version of the program that reads files: what an earlier one read is read again. */
type Versioned = { reader_version: number }

/** A file that is to be read. */
export type TextToRead = { document_id: string; sha256: string; attempts: number }

/** How often a file may end the program that reads it. */
const mostAttempts = 2

/** Why a file can be read later although it could not be read before. */
const perhapsReadable = "('took-too-long', 'needed-too-much-memory')"

const joins = `documents d LEFT JOIN held_file h ON h.kind = 'document' AND h.id = d.id
  LEFT JOIN file_text f ON f.document_id = d.id`

/** A document that is not at the service yet. */
const isLocal = "substr(d.id, 1, 15) = 'document_local_'"

/** Whether a document’s own file is read. Parameter: JSON of the pinned households; null if all are read. */
const isRead = `(@pinned IS NULL OR d.household_id IN (SELECT value FROM json_each(@pinned)))`

/** The group of the coverage that a document belongs to. */
const groupSql = `CASE
    WHEN f.state = 'text' THEN 'searchable'
    WHEN f.state <> 'reading' AND h.id IS NOT NULL AND f.reader_version >= @reader_version THEN
      CASE f.state WHEN 'no-text-kind' THEN 'no_text_kind' ELSE f.state END
    WHEN ${isLocal} THEN 'waiting'
    WHEN h.id IS NULL THEN 'not_here'
    WHEN ${isRead} THEN 'waiting'
    ELSE 'left_out' END`

const isPartial = "(f.without_text <> '[]' OR f.cut IS NOT NULL)"

const filterSql = {
  household_id: 'd.household_id = @household_id',
  owner_id: 'd.household_id IN (SELECT id FROM households WHERE owner_id = @owner_id)',
  entity_id: 'd.entity_id = @entity_id',
  individual_id: 'd.individual_id = @individual_id',
  document_type: 'd.type = @document_type',
  year: 'substr(d.created_at, 1, 4) = @year',
} as const satisfies Record<keyof TextFilters, string>

/** The condition of the documents `d` that filters let through, with its values; empty for all. */
export function textFilterSql(filters: TextFilters): { sql: string; values: Record<string, string> } {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined)
  return {
    sql: set.map(([name]) => filterSql[name as keyof typeof filterSql]).join(' AND '),
    values: Object.fromEntries(set.map(([name, value]) => [name, String(value)])),
  }
}

const pinnedOf = ({ ledger }: Pick<ReadableStores, 'ledger'>, scope: TextScope) =>
  scope === 'pinned' ? JSON.stringify(pinnedHouseholds(ledger)) : null

type Groups = Pick<
  ContractOutputs['texts']['coverage'],
  | 'documents'
  | 'searchable'
  | 'partial'
  | 'scans'
  | 'protected'
  | 'unreadable'
  | 'no_text_kind'
  | 'not_here'
  | 'left_out'
  | 'waiting'
>

/**
 * Bytes of the mirror that a text takes with its index, for each byte of the compressed text: 4.2 with 1,800 pages of English, 5.5 with the
 * 100,000 pages of invented words of `npm run bench -- documents`, which prints the size that follows from it beside the true one.
 */
const storedBytesPerTextByte = 4.5

/** How many documents that the filters let through are in each group, and about how many bytes all texts and the index take. */
export function readTextCoverage(
  { mirror, ledger }: ReadableStores,
  { scope, reader_version, filters = {} }: ScopeInForce & Versioned & { filters?: TextFilters | undefined },
): Groups & { bytes: number } {
  const { sql, values } = textFilterSql(filters)
  const counts = mirror
    .prepare<[object], { name: keyof Groups; count: number; partial: number }>(
      `SELECT ${groupSql} AS name, count(*) AS count, sum(f.state = 'text' AND ${isPartial}) AS partial
       FROM ${joins} ${sql === '' ? '' : `WHERE ${sql}`} GROUP BY 1`,
    )
    .all({ ...values, pinned: pinnedOf({ ledger }, scope), reader_version })
  const none = {
    searchable: 0,
    scans: 0,
    protected: 0,
    unreadable: 0,
    no_text_kind: 0,
    not_here: 0,
    left_out: 0,
    waiting: 0,
  }
  const groups = { ...none, ...Object.fromEntries(counts.map(({ name, count }) => [name, count])) }
  const sum = (of: 'count' | 'partial') => counts.reduce((total, one) => total + (one[of] ?? 0), 0)
  const bytes = mirror.prepare<[], number | null>('SELECT sum(bytes) FROM file_text').pluck().get() ?? 0
  return {
    ...groups,
    documents: sum('count'),
    partial: sum('partial'),
    bytes: Math.round(bytes * storedBytesPerTextByte),
  }
}

/** The files with pages that can be read as scans. Parameters: as `isRead`, and JSON of the documents that are never read. */
const scannable = `FROM documents d JOIN held_file h ON h.kind = 'document' AND h.id = d.id
  JOIN file_text f ON f.document_id = d.id AND f.sha256 = h.sha256
  WHERE f.to_scan > 0 AND ${isRead} AND d.id NOT IN (SELECT value FROM json_each(@never))`

/** How many pages were read as scans, and how many are left. */
export function readScanProgress(
  { mirror, ledger }: ReadableStores,
  { scope }: ScopeInForce,
): { pages_read: number; pages_left: number } {
  const known = { pinned: pinnedOf({ ledger }, scope), never: JSON.stringify(neverScanned({ ledger })) }
  return {
    pages_read: mirror.prepare<[], number>('SELECT count(*) FROM page_scan').pluck().get() ?? 0,
    pages_left: mirror.prepare<[object], number | null>(`SELECT sum(f.to_scan) ${scannable}`).pluck().get(known) ?? 0,
  }
}

/** A file with pages that are to be read as scans. */
export type ScanToRead = { document_id: string; sha256: string; pages: number[] }

/** The next files whose pages are to be read as scans, those used last first; or one document, if it has such pages. */
export function readScansToRead(
  { mirror, ledger }: ReadableStores,
  { scope, except, only }: ScopeInForce & { except: readonly string[]; only: string | null },
): { scan: ScanToRead | null } {
  const file = mirror
    .prepare<[object], { document_id: string; sha256: string; row: number; without_text: string }>(
      `SELECT d.id AS document_id, f.sha256, f.row, f.without_text ${scannable}
         AND d.id NOT IN (SELECT value FROM json_each(@except)) AND (@only IS NULL OR d.id = @only)
       ORDER BY h.used_at DESC, d.id LIMIT 1`,
    )
    .get({
      ...{ pinned: only === null ? pinnedOf({ ledger }, scope) : null, only },
      ...{ never: JSON.stringify(neverScanned({ ledger })), except: JSON.stringify(except) },
    })
  if (file === undefined) return { scan: null }
  const first = file.row * pagesPerFile
  const read = new Set(
    mirror
      .prepare<[number, number], number>('SELECT number FROM page_scan WHERE number >= ? AND number < ?')
      .pluck()
      .all(first, first + pagesPerFile),
  )
  const without: number[] = JSON.parse(file.without_text)
  const { document_id, sha256 } = file
  return { scan: { document_id, sha256, pages: without.filter((page) => !read.has(first + page)) } }
}

/** Documents whose text from scans may not stay in the ledger; those whose files came back are left out. */
export function readScansGone({ mirror }: ReadableStores): { gone: string[]; back: string[] } {
  const rows = mirror
    .prepare<[], { document_id: string; is_here: number }>(
      `SELECT document_id, EXISTS (SELECT 1 FROM held_file WHERE kind = 'document' AND id = document_id) AS is_here
       FROM scan_gone`,
    )
    .all()
  const idsOf = (is_here: number) => rows.filter((row) => row.is_here === is_here).map((row) => row.document_id)
  return { gone: idsOf(0), back: idsOf(1) }
}

/** The columns of a file of which some pages were not read. */
type Unread = {
  /** Of the file; null if it is not here. */
  media_type: string | null
  why: string | null
  page_count: number | null
  without_text: string | null
  cut: string | null
  /** The last page with text. */
  last_page: number | null
  to_scan: number | null
  scanned: string | null
}

type Problem = Unread & { document_id: string; name: string; household_id: string; household_name: string }

const unreadColumns = `h.media_type, f.why, f.page_count, f.without_text, f.cut, f.to_scan,
  (SELECT max(number) - f.row * 4096 FROM page_source WHERE number >= f.row * 4096 AND number < (f.row + 1) * 4096) AS last_page,
  (SELECT json_group_array(outcome) FROM page_scan WHERE number >= f.row * 4096 AND number < (f.row + 1) * 4096
     AND outcome NOT IN ('text', 'blank')) AS scanned`

/** The documents of one group of the coverage, by name. */
export function readTextProblems(
  { mirror, ledger }: ReadableStores,
  asked: { kind: TextProblem; offset: number; limit: number } & ScopeInForce & Versioned,
): ContractOutputs['texts']['problems'] {
  const { kind, offset, limit, scope, reader_version } = asked
  const where = `WHERE ${groupSql} = @group ${kind === 'partial' ? `AND ${isPartial}` : ''}`
  const known = {
    ...{ pinned: pinnedOf({ ledger }, scope), reader_version },
    group: kind === 'partial' ? 'searchable' : kind,
  }
  const rows = mirror
    .prepare<[object], Problem>(
      `SELECT d.id AS document_id, d.title AS name, d.household_id, ${unreadColumns},
         coalesce((SELECT title FROM households WHERE id = d.household_id), 'Unknown household') AS household_name
       FROM ${joins} ${where} ORDER BY d.title_sort, d.id LIMIT @limit OFFSET @offset`,
    )
    .all({ ...known, limit, offset })
  const total = mirror.prepare<[object], number>(`SELECT count(*) FROM ${joins} ${where}`).pluck().get(known) ?? 0
  const never = new Set(neverScanned({ ledger }))
  return {
    rows: rows.map((row) => ({
      document_id: row.document_id,
      name: row.name,
      household: { id: row.household_id, name: row.household_name },
      ...inWords(kind, row, never.has(row.document_id)),
      help: helpOf(kind, row),
    })),
    total,
  }
}

/**
 * The pages of a document's file that are pictures without text, or where reading it ended; null for what it has not, or if its file was removed
 * or replaced.
 */
export function readUnreadOfDocument(
  { mirror, ledger }: ReadableStores,
  document_id: string,
): Pick<ContractOutputs['facts']['ofDocument'], 'scan' | 'cut'> {
  const row = mirror
    .prepare<[string], Unread & { state: string }>(
      `SELECT f.state, ${unreadColumns} FROM file_text f
       JOIN held_file h ON h.kind = 'document' AND h.id = f.document_id AND h.sha256 = f.sha256
       WHERE f.document_id = ? AND f.state IN ('text', 'scans')`,
    )
    .get(document_id)
  if (row === undefined) return { scan: null, cut: null }
  const isNever = neverScanned({ ledger }).includes(document_id)
  const { why, scan } = inWords(row.state === 'scans' ? 'scans' : 'partial', row, isNever)
  if (row.without_text !== '[]' && scan !== null) return { scan: { why, is: scan }, cut: null }
  return { scan: null, cut: row.cut === null ? null : why }
}

/** A file that is protected or damaged can be searched once another one has taken its place at the service. */
function helpOf(kind: TextProblem, { why }: Unread): ContractOutputs['texts']['problems']['rows'][number]['help'] {
  if (kind === 'not_here') return 'download'
  if (kind === 'protected') return 'download-again'
  if (kind !== 'unreadable' || why === 'too-large') return null
  return why === 'damaged' ? 'download-again' : 'read-again'
}

/** Why a file is not read, or not wholly, and whether its pages wait to be read as scans. */
function inWords(
  kind: TextProblem,
  row: Unread,
  isNever: boolean,
): Pick<ContractOutputs['texts']['problems']['rows'][number], 'why' | 'scan'> {
  const isScanned = row.scanned !== '[]' && row.scanned !== null
  return {
    why: [whyOf(kind, row), scanWords(row, isNever)].filter((words) => words !== '').join(' '),
    scan: isNever ? 'never' : (row.to_scan ?? 0) > 0 ? 'waiting' : isScanned ? 'read' : null,
  }
}

function whyOf(kind: TextProblem, { media_type, why, page_count, without_text, cut, last_page }: Unread): string {
  const pages = page_count ?? 0
  const pictures: number[] = JSON.parse(without_text ?? '[]')
  if (kind === 'scans' && cut !== null)
    return `The first ${formatCount(pictures.length)} of its ${formatCount(pages)} pages are pictures; the others were not read.`
  if (kind === 'scans') return pages === 1 ? 'Its page is a picture.' : `Its ${pages} pages are pictures.`
  if (kind === 'protected') return 'It needs a password.'
  if (kind === 'no_text_kind') return `${kindOfFile(media_type ?? '')}: files of this kind are not read.`
  if (kind === 'not_here') return 'Its file is not on this computer.'
  if (kind === 'left_out') return 'Only files of pinned households are searched.'
  if (kind === 'unreadable') return unreadable[why ?? ''] ?? 'It cannot be read.'
  return [
    pictures.length === 0
      ? []
      : `${pictures.length} of its ${pages} pages ${pictures.length === 1 ? 'is a picture' : 'are pictures'}: ${listed(pictures)}.`,
    cut === null ? [] : cutWords(cut, { last: Math.max(last_page ?? 0, ...pictures), pages }),
  ]
    .flat()
    .join(' ')
}

/** Where reading a file ended that has more pages, or more characters, than are read. */
function cutWords(cut: string, { last, pages }: { last: number; pages: number }): string {
  if (last === 0) return 'It is too long: its end was not read.'
  const page = `page ${formatCount(last)}${pages > last ? ` of ${formatCount(pages)}` : ''}`
  if (cut === 'characters') return `It is too long: ${page} was read in part, and nothing after it.`
  return `It is too long: it was read as far as ${page}.`
}

/** The outcome of reading pages as scans. */
function scanWords({ scanned }: Unread, isNever: boolean): string {
  if (isNever) return 'As you chose, its pages are never read as scans.'
  const outcomes: string[] = JSON.parse(scanned ?? '[]')
  const counts = [...Map.groupBy(outcomes, (outcome) => scanOutcomes[outcome] ?? 'could not be read')]
  return counts.map(([words, pages]) => `${countOf(pages.length, 'page', 'pages')} ${words}.`).join(' ')
}

const scanOutcomes: Readonly<Record<string, string>> = {
  'no-words': 'read as a scan had no words',
  'no-picture': 'cannot be read as a scan: not made of pictures that can be put together',
  'not-decoded': 'cannot be read as a scan: the picture is damaged or of an unknown kind',
  'too-large': 'cannot be read as a scan: too large',
  'took-too-long': 'took too long to read as a scan',
  'needed-too-much-memory': 'needed too much memory to read as a scan',
  damaged: 'cannot be read as a scan: damaged',
}

const listed = (pages: readonly number[]) =>
  pages.length > 20 ? `${pages.slice(0, 20).join(', ')} and more` : pages.join(', ')

const unreadable: Readonly<Record<string, string>> = {
  damaged: 'It is damaged.',
  'too-large': 'It is too large to be read.',
  'took-too-long': 'It took too long to read.',
  'needed-too-much-memory': 'It needed too much memory to be read.',
}

/** The next files to read: those used last first, and those that could not be read before at the end. */
export function readTextsToRead(
  { mirror, ledger }: ReadableStores,
  { scope, reader_version, except, limit }: ScopeInForce & Versioned & { except: readonly string[]; limit: number },
): TextToRead[] {
  return mirror
    .prepare<[object], TextToRead>(
      `SELECT d.id AS document_id, h.sha256, iif(f.state = 'unreadable', f.attempts, 0) AS attempts
       FROM documents d JOIN held_file h ON h.kind = 'document' AND h.id = d.id LEFT JOIN file_text f ON f.document_id = d.id
       WHERE (f.row IS NULL OR f.state = 'reading' OR f.reader_version < @reader_version
           OR (f.state = 'unreadable' AND f.why IN ${perhapsReadable} AND f.attempts < ${mostAttempts}))
         AND ${isRead} AND d.id NOT IN (SELECT value FROM json_each(@except))
       ORDER BY coalesce(f.state, '') = 'unreadable', h.used_at DESC, d.id LIMIT @limit`,
    )
    .all({ pinned: pinnedOf({ ledger }, scope), reader_version, except: JSON.stringify(except), limit })
}

/** A downloaded document's file, as it is read; null if there is none. */
export function readTextToRead(
  { mirror }: ReadableStores,
  { document_id }: { document_id: string },
): TextToRead | null {
  return (
    mirror
      .prepare<[string], TextToRead>(
        `SELECT id AS document_id, sha256, 0 AS attempts FROM held_file WHERE kind = 'document' AND id = ?`,
      )
      .get(document_id) ?? null
  )
}

/**
 * The files that a scope downloads, because they are not here or their documents changed at the service since they were downloaded: their
 * number, and the first, those added last first.
 */
export function readTextsToFetch(
  { mirror }: ReadableStores,
  { scope, user, except, limit }: ScopeInForce & { except: readonly string[]; limit: number },
): { files: number; ids: string[]; mean_size: number | null } {
  const mean_size =
    mirror.prepare<[], number | null>("SELECT avg(size) FROM held_file WHERE kind = 'document'").pluck().get() ?? null
  if (scope === 'here' || scope === 'pinned' || (scope === 'mine' && user === null))
    return { files: 0, ids: [], mean_size }
  const where = `FROM ${joins}
    WHERE iif(h.id IS NULL, f.row IS NULL, h.record_updated_at <> d.updated_at) AND NOT ${isLocal}
    AND (@user IS NULL OR d.household_id IN (SELECT id FROM households WHERE owner_id = @user))`
  const known = { user: scope === 'mine' ? user : null }
  const files = mirror.prepare<[object], number>(`SELECT count(*) ${where}`).pluck().get(known) ?? 0
  const ids = mirror
    .prepare<[object], string>(
      `SELECT d.id ${where} AND d.id NOT IN (SELECT value FROM json_each(@except)) ORDER BY d.created_at DESC, d.id LIMIT @limit`,
    )
    .pluck()
    .all({ ...known, except: JSON.stringify(except), limit })
  return { files, ids, mean_size }
}
