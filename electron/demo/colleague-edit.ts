import { type DemoColleagueResource, demoColleague } from '../../shared/domain/demo-colleague.ts'
import { maxNotes } from '../../shared/records/field.ts'

type Fields = Readonly<Record<string, unknown>>

const remarks = [
  'prefers a call before anything is sent.',
  'asked to move the annual review to the autumn.',
  'new number at the family office, on file with reception.',
  'wants the next statement on paper.',
  'counsel is to be copied on everything about the trust.',
]
const cities = ['Portland', 'Savannah', 'Duluth', 'Santa Fe', 'Annapolis', 'Boulder', 'Burlington']
const streets = ['Birch Lane', 'Harbor Street', 'Quarry Road', 'Orchard Avenue']

const pick = (items: readonly string[], turn: number) => items[turn % items.length] ?? ''

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Marks an edit with its author and its turn. */
const mark = (turn: number) => `${demoColleague} (${turn})`

const revised = new RegExp(`, revised by ${demoColleague} \\(\\d+\\)$`)

const withRevision = (name: unknown, turn: number) => `${text(name).replace(revised, '')}, revised by ${mark(turn)}`

/** The text with one more remark in this field; nothing if that would exceed the service's limit. */
function remarked(field: 'notes' | 'summary', record: Fields, turn: number): Fields {
  const line = `${mark(turn)}: ${pick(remarks, turn)}`
  const before = text(record[field]).replace(/\n+$/, '')
  const separator = field === 'notes' ? '\n' : '\n\n'
  const after = before === '' ? line : before + separator + line
  return after.length > maxNotes ? {} : { [field]: after }
}

const isOdd = (turn: number) => turn % 2 === 1

const edits: Record<DemoColleagueResource, (record: Fields, turn: number) => Fields> = {
  households(record, turn) {
    const notes = remarked('notes', record, turn)
    return isOdd(turn) && 'notes' in notes ? notes : { ...notes, external_id: `CRM-D${turn}` }
  },
  individuals(record, turn) {
    const where = isOdd(turn) ? { city: pick(cities, turn) } : { address_line1: `${100 + turn} ${pick(streets, turn)}` }
    return { ...remarked('notes', record, turn), ...where }
  },
  documents: (record, turn) => ({ name: withRevision(record.name, turn) }),
  'document-summaries'(record, turn) {
    const summary = remarked('summary', record, turn)
    return isOdd(turn) && 'summary' in summary
      ? summary
      : { ...summary, display_name: withRevision(record.display_name, turn) }
  },
}

/**
 * The colleague's next edit of a record of the demo firm: the new values of one or two fields, all different from the current
 * ones.
 *
 * @param record - as the service has it now
 * @param last - the colleague's last turn, 0 at first; a turn whose mark is already in the record (from before a restart) is
 * skipped
 */
export function nextEdit(
  resource: DemoColleagueResource,
  record: Fields,
  last: number,
): { turn: number; patch: Fields } {
  const turn = last + 1
  const patch = edits[resource](record, turn)
  const isNew = Object.entries(patch).every(([field, value]) => value !== record[field])
  if (isNew && !JSON.stringify(record).includes(mark(turn))) return { turn, patch }
  return nextEdit(resource, record, turn)
}
