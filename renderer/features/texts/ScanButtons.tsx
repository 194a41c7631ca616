import { useMutation } from '@tanstack/react-query'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'

type Props = {
  id: string
  /** Its pages wait to be read, were read, or are never read. */
  scan: 'waiting' | 'read' | 'never'
}

/** Reads the pages of a document that are pictures: at once, again, or never. */
export function ScanButtons({ id, scan }: Props) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('texts.readScan')
  const api = useApi()
  const read = useMutation(api.texts.readScan.mutationOptions())
  const set = useMutation(api.texts.setNeverScanned.mutationOptions())
  const error = read.error ?? set.error
  const labels = { waiting: 'Read this scan now', read: 'Read this scan again', never: 'Allow reading this document' }
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        reason={forbidden}
        loading={read.isPending}
        onClick={() =>
          scan === 'never'
            ? set.mutate({ connectionId, document_id: id, never: false })
            : read.mutate({ connectionId, document_id: id, again: scan === 'read' })
        }
      >
        {labels[scan]}
      </ReasonedButton>
      {scan === 'never' ? null : (
        <ReasonedButton
          size="compact-sm"
          variant="subtle"
          reason={forbidden}
          loading={set.isPending}
          onClick={() => set.mutate({ connectionId, document_id: id, never: true })}
        >
          Never read this document
        </ReasonedButton>
      )}
      {error ? (
        <p role="alert" className="negative small">
          {explanationOf(presentError(error))}
        </p>
      ) : null}
    </>
  )
}
