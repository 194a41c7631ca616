import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { type PackSection, packSectionNames } from '../../../shared/domain/pack.ts'
import type { PackFirm, PackOptions } from '../../../shared/ipc/packs.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { PackFacts } from '../../data/reads/pack.ts'
import { ChangesSection } from './changes.tsx'
import {
  BalanceSheetSection,
  EstateMapSection,
  hasValueChange,
  SummarySection,
  ValuationsSection,
  ValueChangeSection,
} from './figures.tsx'
import { logoType } from './logo.ts'
import { packPolicy, packStyle } from './paper.ts'
import { Day, printable, RecordText } from './parts.tsx'
import {
  DocumentsSection,
  hasQuestions,
  NextDatesSection,
  NotesSection,
  PeopleSection,
  QuestionsSection,
} from './sections.tsx'

export type PackContent = {
  facts: PackFacts
  /** The firm's name for packs, or else the connection's. */
  firm: PackFirm
  options: PackOptions
  questions: readonly string[]
  /** `YYYY-MM-DD` in local time. */
  today: string
}

/**
 * A household's pack as one HTML document without scripts and without references: React escapes every value, and the document's own
 * policy admits its one style and images in it.
 */
export function packDocument(content: PackContent): string {
  const { title, style, body } = packPage(content)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    renderToStaticMarkup(<meta httpEquiv="Content-Security-Policy" content={packPolicy(style)} />),
    renderToStaticMarkup(<title>{title}</title>),
    `<style>${style}</style></head><body>${body}</body></html>`,
  ].join('')
}

/**
 * The printed document with each heading once in its outline: Chromium enters the text of a heading twice if it moved to the next page while the
 * page was laid out. The entry keeps its length, because the file's table of places counts bytes.
 */
export function withPlainOutline(pdf: Uint8Array, html: string): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1')
  const plain = text.replaceAll(/\/Title \(([^()\\]+)\1\)/g, (entry, heading: string) =>
    html.includes(`>${heading}</h`) ? `/Title (${heading})`.padEnd(entry.length) : entry,
  )
  return Buffer.from(plain, 'latin1')
}

/** The parts of {@link packDocument}. */
export function packPage(content: PackContent): { title: string; style: string; body: string } {
  const { facts, firm, options, today } = content
  const shown = options.sections.filter((section) => section === 'cover' || !isEmpty(section, content))
  const name = printable(facts.household.name)
  const style = packStyle({
    left: name,
    right: `Meeting pack, ${formatCalendarDate(today)}`,
    firm: printable(firm.name),
  })
  const hasCover = options.sections.includes('cover')
  const body = (
    <>
      {facts.unsent.length === 0 ? null : (
        <div className="watermark" aria-hidden="true">
          <span>Unsent changes</span>
        </div>
      )}
      {hasCover ? null : <Heading {...content} />}
      {shown.map((section) => (
        <Section key={section} section={section} content={content} />
      ))}
      {shown.every((section) => section === 'cover') ? <p>Nothing is recorded yet for the chosen sections.</p> : null}
    </>
  )
  return { title: `${name} – Meeting pack`, style, body: renderToStaticMarkup(body) }
}

function Section({ section, content }: { section: PackSection; content: PackContent }) {
  if (section === 'cover') {
    return (
      <header className="cover">
        <Firm firm={content.firm} />
        <Heading {...content} />
      </header>
    )
  }
  return (
    <section className={section}>
      <h2>{packSectionNames[section]}</h2>
      {drawn[section](content)}
    </section>
  )
}

/** Sections that are left out where they would say nothing. */
function isEmpty(section: Exclude<PackSection, 'cover'>, { facts, questions }: PackContent): boolean {
  const { unread, people, entities, documents, missing, changes, dates, bridge, unsent, household } = facts
  const hasEntities = entities.length > 0 || unread.includes('entities')
  const isShown: Record<typeof section, boolean> = {
    summary: hasEntities,
    people: people.length > 0 || unread.includes('individuals'),
    'balance-sheet': hasEntities,
    'estate-map': hasEntities,
    valuations: hasEntities,
    'value-change': hasValueChange(bridge),
    changes: changes.listed.length > 0,
    'next-dates': dates.listed.length > 0,
    documents: documents.length > 0 || missing.length > 0 || unread.includes('documents'),
    questions: hasQuestions({ questions, unsent }),
    notes: household.notes.trim() !== '',
  }
  return !isShown[section]
}

const drawn: Readonly<Record<Exclude<PackSection, 'cover'>, (content: PackContent) => ReactNode>> = {
  summary: ({ facts, today }) => <SummarySection {...facts} today={today} />,
  people: ({ facts, today }) => <PeopleSection {...facts} today={today} />,
  'balance-sheet': ({ facts }) => <BalanceSheetSection {...facts} />,
  'estate-map': ({ facts, today }) => <EstateMapSection {...facts} today={today} />,
  valuations: ({ facts }) => <ValuationsSection {...facts} />,
  'value-change': ({ facts, today }) => <ValueChangeSection bridge={facts.bridge} today={today} />,
  changes: ({ facts }) => <ChangesSection changes={facts.changes} entities={facts.entities} />,
  'next-dates': ({ facts }) => <NextDatesSection dates={facts.dates} />,
  documents: ({ facts }) => <DocumentsSection {...facts} />,
  questions: ({ facts, questions }) => <QuestionsSection questions={questions} unsent={facts.unsent} />,
  notes: ({ facts }) => <NotesSection notes={facts.household.notes} />,
}

function Firm({ firm: { name, logo } }: { firm: PackFirm }) {
  const type = logo === null ? null : logoType(logo)
  return (
    <div className="brand">
      {type === null ? null : (
        <img className="logo" src={`data:${type};base64,${logo}`} alt={printable(name) || 'Logo'} />
      )}
      {name === '' ? null : (
        <p className="firm">
          <RecordText>{name}</RecordText>
        </p>
      )}
    </div>
  )
}

const inWords = new Intl.ListFormat('en-US')

function Heading({ facts: { household, prepared_by: by, unsent, unread }, today }: PackContent) {
  return (
    <>
      <h1>
        <RecordText>{household.name}</RecordText>
      </h1>
      <p>
        Meeting pack, <Day date={today} />
      </p>
      {by === null ? null : (
        <p>
          Prepared by <RecordText>{by}</RecordText>
        </p>
      )}
      {household.owner === null || household.owner === by ? null : (
        <p className="quiet">
          {householdFields.primary_relationship_owner_id.label}: <RecordText>{household.owner}</RecordText>
        </p>
      )}
      <p className="quiet">Records as last checked on {formatMoment(household.checked_at)}.</p>
      {unread.length === 0 ? null : (
        <p className="notice">
          Steward has not read all {inWords.format(unread.map((of) => resourceNames[of].many.toLowerCase()))} of the
          firm yet. Some may be missing here, and sums may be too small.
        </p>
      )}
      {unsent.length === 0 ? null : (
        <p className="notice">
          This pack includes {formatCount(unsent.length)} {unsent.length === 1 ? 'change' : 'changes'} made on this
          computer that {unsent.length === 1 ? 'was' : 'were'} not sent to the service yet.
        </p>
      )}
    </>
  )
}
