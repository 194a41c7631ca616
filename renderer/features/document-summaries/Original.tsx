import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../components/Dates.tsx'
import { RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { SummaryText } from './SummaryText.tsx'
import classes from './summary.module.css'

/**
 * Shows, on request, the AI-generated text as it was before it was edited on this computer. Renders nothing if it was not
 * edited here.
 */
export function Original({ id }: { id: string }) {
  const connectionId = useConnection().id
  const { data } = useQuery(useApi().documentSummaries.original.queryOptions({ input: { connectionId, id } }))
  const [shown, { toggle }] = useDisclosure(false)
  const original = data?.original
  if (!original) return null
  return (
    <div className={classes.original}>
      <Button size="compact-sm" variant="default" aria-expanded={shown} onClick={toggle}>
        {shown ? 'Hide the original' : 'Show the original'}
      </Button>
      {shown ? (
        <section aria-label="The original">
          <p className="quiet">
            <Tag accent>AI-generated</Tag> As it was before it was edited on this computer on{' '}
            <Moment at={original.kept_at} />. It is kept only here.
          </p>
          <h3>
            <RecordText>{original.display_name}</RecordText>
          </h3>
          <SummaryText text={original.summary} format={original.summary_format} />
        </section>
      ) : null}
    </div>
  )
}
