import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentSummaryRow } from '../../../shared/ipc/rows.ts'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './documents.module.css'
import { firstSentences } from './first-sentences.ts'

/** The first sentences of a document's newest summary, with a link to all of it. */
export function SummaryOpening({ summaries }: { summaries: readonly DocumentSummaryRow[] }) {
  const connectionId = useConnection().id
  const newest = summaries.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))[0]
  const input = { connectionId, id: newest?.id ?? '' }
  const { data } = useQuery({
    ...useApi().documentSummaries.get.queryOptions({ input }),
    enabled: newest !== undefined,
  })
  if (newest === undefined || data === undefined) return null
  const opening = firstSentences(data.record.summary, data.record.summary_format ?? null)
  if (opening === '') return null
  return (
    <Section title="In short">
      <p className={classes.opening}>
        <RecordText>{opening}</RecordText>{' '}
        <Link to="/c/$connectionId/document-summaries/$id" params={{ connectionId, id: newest.id }}>
          Read the summary
        </Link>
      </p>
    </Section>
  )
}
