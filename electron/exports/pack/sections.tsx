import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import { documentTypeNames, nameOf } from '../../../shared/domain/names.ts'
import { nameExpected } from '../../../shared/rules/expected-documents.ts'
import type { PackFacts } from '../../data/reads/pack.ts'
import { Day, dayOf, NotRead, RecordText, Table } from './parts.tsx'

type Person = PackFacts['people'][number]

function rolesOf(person: Person): string {
  const roles = [
    ...(person.is_primary ? ['primary'] : []),
    ...(person.is_grantor ? ['grantor'] : []),
    ...(person.is_trustee ? ['trustee'] : []),
    ...(person.is_beneficiary ? ['beneficiary'] : []),
  ].join(', ')
  return roles.charAt(0).toUpperCase() + roles.slice(1)
}

/** Everyone in the household with roles and age. */
export function PeopleSection({ people, today }: Pick<PackFacts, 'people'> & { today: string }) {
  if (people.length === 0) return <NotRead of="individuals" />
  return (
    <Table caption="People" columns={[{ name: 'Name' }, { name: 'Roles' }, { name: 'Born' }, { name: 'Age' }]}>
      {people.map((person) => (
        <tr key={person.id}>
          <th scope="row">
            <RecordText>{person.name}</RecordText>
          </th>
          <td>{rolesOf(person)}</td>
          <td>{person.born === null ? '–' : <Day date={person.born} />}</td>
          <td>{person.is_deceased ? <Deceased died={person.died} /> : (ageInYears(person.born, today) ?? '–')}</td>
        </tr>
      ))}
    </Table>
  )
}

const Deceased = ({ died }: { died: string | null }) => (
  <>
    Deceased{died === null ? null : ' '}
    {died === null ? null : <Day date={died} />}
  </>
)

/** Documents on file, and those that the firm's rules expect. */
export function DocumentsSection({ documents, missing, unread }: Pick<PackFacts, 'documents' | 'missing' | 'unread'>) {
  return (
    <>
      {documents.length === 0 ? (
        unread.includes('documents') ? (
          <NotRead of="documents" />
        ) : null
      ) : (
        <Table
          caption="Documents on file"
          columns={[{ name: 'Document' }, { name: 'Kind' }, { name: 'About' }, { name: 'Added' }]}
        >
          {documents.map(({ name, type, about, created_at: added, id }) => (
            <tr key={id}>
              <th scope="row">
                <RecordText>{name}</RecordText>
              </th>
              <td>
                <RecordText>{nameOf(documentTypeNames, type)}</RecordText>
              </td>
              <td>{about === null ? 'Household' : <RecordText>{about}</RecordText>}</td>
              <td className="date">{dayOf(added)}</td>
            </tr>
          ))}
        </Table>
      )}
      {unread.includes('documents')
        ? null
        : (['missing', 'unknown'] as const).map((state) => (
            <Expected
              key={state}
              heading={state === 'missing' ? 'Possibly missing' : 'Not known to be on file'}
              of={missing.filter((one) => one.state === state)}
            />
          ))}
    </>
  )
}

/** Documents that rules expect, with those whom they are about; nothing without any. */
function Expected({ heading, of }: { heading: string; of: PackFacts['missing'] }) {
  if (of.length === 0) return null
  return (
    <>
      <h3>{heading}</h3>
      <ul>
        {of.map(({ about, ...expected }) => (
          <li key={`${expected.rule_id} ${about?.id}`}>
            <RecordText>{nameExpected(expected)}</RecordText>
            {about === null ? null : (
              <>
                {': '}
                <RecordText>{about.name}</RecordText>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type DateLine = PackFacts['dates']['listed'][number]

/** Rules name a date of theirs; the reason and the source are the same for each date with these words. */
const basesOf = (lines: readonly DateLine[]) => [
  ...new Map(
    lines
      .filter(({ own, words, source }) => own === null && (words || source))
      .map(({ title, words, source }) => [`${title}\n${words}\n${source}`, { title, words, source }]),
  ),
]

/** Dates of the next 12 months that rules derive, and the advisor's own, without those that are done. */
export function NextDatesSection({ dates: { listed, more } }: Pick<PackFacts, 'dates'>) {
  const bases = basesOf(listed)
  const isDerived = listed.some(({ own }) => own === null)
  return (
    <>
      <p className="quiet">
        The next 12 months, without the dates that are done.
        {isDerived ? ' A date by a rule follows from recorded data. Check it before you rely on it.' : null}
      </p>
      <Table caption="Next dates" columns={[{ name: 'Date' }, { name: 'What' }, { name: 'About' }, { name: 'By' }]}>
        {listed.map(({ subject, what, date, title, record, moved_from, own, doubt }) => (
          <tr key={`${subject} ${what} ${date}`}>
            <td className="date">
              <Day date={date} />
            </td>
            <th scope="row">
              <RecordText>{title}</RecordText>
              {moved_from === null ? null : (
                <span className="quiet"> (moved from {formatCalendarDate(moved_from)}, which is no business day)</span>
              )}
            </th>
            <td>
              {record.resource === 'households' ? (
                'Household'
              ) : (
                <RecordText>{record.name ?? 'No longer here'}</RecordText>
              )}
              {doubt === null ? null : <span className="quiet"> ({doubt.toLowerCase()})</span>}
            </td>
            <td>{own === null ? 'A rule' : 'Noted by your advisor'}</td>
          </tr>
        ))}
      </Table>
      {more === 0 ? null : <p>And {countOf(more, 'later date', 'later dates')}.</p>}
      {bases.length === 0 ? null : (
        <>
          <h3>Rules</h3>
          <ul>
            {bases.map(([key, { title, words, source }]) => (
              <li key={key}>
                <RecordText>{title}</RecordText>:{' '}
                <RecordText>{[words, source && `${source}.`].filter(Boolean).join(' ')}</RecordText>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type QuestionsProps = { questions: readonly string[]; unsent: PackFacts['unsent'] }

const typedLines = (questions: readonly string[]): string[] =>
  [...new Set(questions.map((line) => line.trim()))].filter((line) => line !== '')

/** False if there is nothing to discuss: then the pack has no such section. */
export const hasQuestions = ({ questions, unsent }: QuestionsProps): boolean =>
  unsent.length > 0 || typedLines(questions).length > 0

/** Points to discuss: lines typed for this pack, and changes that wait for a decision or were not sent. */
export function QuestionsSection({ questions, unsent }: QuestionsProps) {
  const typed = typedLines(questions)
  return (
    <>
      {typed.length === 0 ? null : (
        <ul>
          {typed.map((line) => (
            <li key={line}>
              <RecordText>{line}</RecordText>
            </li>
          ))}
        </ul>
      )}
      {unsent.length === 0 ? null : (
        <>
          <h3>
            {formatCount(unsent.length)} unsent {unsent.length === 1 ? 'change' : 'changes'}
          </h3>
          <ul>
            {unsent.map(({ id, title, state }) => (
              <li key={id}>
                <RecordText>{title}</RecordText> – {state}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** The household's own notes. */
export const NotesSection = ({ notes }: { notes: string }) => (
  <p className="text">
    <RecordText>{notes}</RecordText>
  </p>
)
