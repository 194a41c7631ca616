import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addMonths } from '../../../shared/dates/calendar.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { FoundFact } from '../../../shared/ipc/facts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { DateDialog, type ProposedDate } from './DateDialog.tsx'

/** The one date that a document gives the instrument; null if it gives none or several. */
function instrumentDate(facts: readonly FoundFact[]): string | null {
  const only = onlyValue(facts, 'date')
  return only !== null && /^\d{4}-\d{2}-\d{2}$/.test(only) ? only : null
}

/** The value of a kind of fact that the user has not rejected, if the document gives one only. */
function onlyValue(facts: readonly FoundFact[], kind: FoundFact['kind']): string | null {
  const said = facts.filter((one) => one.kind === kind && one.decision !== 'rejected')
  const values = new Set(said.map(({ value }) => value))
  return values.size === 1 ? (said[0]?.value ?? null) : null
}

const yearsLater = (date: string, years: number) => addMonths(date, years * 12)

/** The end of the instrument's term, if the document says its date and its years. */
function termEnd(from: string | null, facts: readonly FoundFact[]): string | null {
  const years = wholeYears(onlyValue(facts, 'term'))
  return from === null || years === null ? null : yearsLater(from, years)
}

const wholeYears = (value: string | null): number | null =>
  value !== null && /^\d{1,2}$/.test(value) && Number(value) > 0 ? Number(value) : null

/** The date that a fact speaks of, as far as the document says it; null for a fact that gives none. */
function proposedDate(fact: FoundFact, facts: readonly FoundFact[]): ProposedDate | null {
  const { sentence } = fact
  const from = instrumentDate(facts)
  const since = from === null ? null : `the date of the instrument, ${formatCalendarDate(from)}`
  if (fact.kind === 'term') {
    const years = wholeYears(fact.value)
    const date = from === null || years === null ? null : yearsLater(from, years)
    const kind = /residence|qprt/i.test(sentence) ? ('qprt-end' as const) : ('grat-end' as const)
    return {
      ...{ kind, sentence, ...(date === null ? {} : { date }) },
      words: date === null ? null : `Computed: ${since}, and ${years} years. Check it against the text.`,
    }
  }
  if (fact.kind === 'annuity' || fact.kind === 'premium') {
    const kind = fact.kind === 'annuity' ? ('grat-annuity' as const) : ('premium' as const)
    // The first anniversary is a proposal for an annuity only: a premium falls on the day of its policy.
    const date = kind === 'grat-annuity' && from !== null ? yearsLater(from, 1) : null
    const until = kind === 'grat-annuity' ? termEnd(from, facts) : null
    return {
      ...{ kind, every: 'year', sentence, ...(date === null ? {} : { date }), ...(until === null ? {} : { until }) },
      words: date === null ? null : `Computed: the first anniversary of ${since}. Check it against the text.`,
    }
  }
  return null
}

type Props = {
  fact: FoundFact
  document: { id: string; name: string; household_id: string }
  words: string
}

/** Adds the date that a fact speaks of to its record, with the document and the page; nothing for a fact that gives none. */
export function AddAsDate({ fact, document, words }: Props) {
  const [opened, setOpened] = useState(false)
  const input = { connectionId: useConnection().id, document_id: document.id }
  const facts = useQuery(useApi().facts.ofDocument.queryOptions({ input })).data?.facts ?? []
  const reason = useForbidden('dates.addFromFact')
  const proposed = fact.decision === 'rejected' ? null : proposedDate(fact, facts)
  if (proposed === null) return null
  const about = fact.about ?? { resource: 'documents' as const, id: document.id, name: document.name }
  const record = { resource: about.resource, id: about.id }
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        variant="subtle"
        reason={reason}
        aria-label={`Add as a date: ${words}`}
        onClick={() => setOpened(true)}
      >
        Add as a date…
      </ReasonedButton>
      {opened ? (
        <DateDialog
          of={{ record, householdId: document.household_id }}
          name={about.name ?? document.name}
          fact={{ documentId: document.id, key: fact.key }}
          proposed={proposed}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  )
}
