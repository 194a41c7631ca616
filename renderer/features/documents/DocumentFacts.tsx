import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { allNames } from '../../../shared/records/field.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { Moment } from '../../components/Dates.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Quiet } from '../../components/Values.tsx'
import { runCommand } from '../../lib/commands/run-command.ts'
import { useForbidden } from '../../lib/policy.ts'
import { useHeld } from '../files/public.ts'
import { recordFields } from '../records/public.ts'
import classes from './documents.module.css'

type Detail = ContractOutputs['documents']['get']

/** The page's title is the name. */
const fieldNames = allNames(documentFields).filter((name) => name !== 'deleted_at' && name !== 'name')

const link = (resource: Resource, to: { id: string; name: string | null } | null) =>
  to ? <RecordLink resource={resource} id={to.id} name={to.name} /> : null

type Props = {
  detail: Detail
  file: FileRef | null
  /** Why the document cannot be edited; null if it can. */
  reason: string | null
  /** Begins to edit what the document is filed under. */
  onFile: () => void
}

/** The kind of a document, the records that it is filed under, its date and its size. */
export function DocumentFacts({ detail, file, reason, onFile }: Props) {
  const { record, household, entity, individual } = detail
  const isFiled = entity !== null || individual !== null
  return (
    <>
      <FieldList
        fields={[
          ...recordFields({
            fields: documentFields,
            names: fieldNames,
            record,
            special: {
              household_id: link('households', household),
              entity_id: link('entities', entity),
              individual_id: link('individuals', individual),
            },
          }),
          { label: 'Added', value: <Moment at={record.created_at} /> },
          { label: 'Size', value: file ? <Size file={file} /> : null },
        ]}
      />
      {isFiled ? null : (
        <p className={classes.unfiled}>
          <Quiet>Filed under the household alone.</Quiet>{' '}
          <ReasonedButton reason={reason} onClick={onFile}>
            File under…
          </ReasonedButton>
        </p>
      )}
    </>
  )
}

function Size({ file }: { file: FileRef }) {
  const held = useHeld(file).data?.file ?? null
  return held === null ? <Quiet>Known once the file is on this computer</Quiet> : formatBytes(held.size)
}

/** The page's primary action: download the file, then open it. `onStep` shows the panel with the progress and the outcome. */
export function NextStep({ file, onStep }: { file: FileRef; onStep: () => void }) {
  const { data } = useHeld(file)
  const run = (command: 'file.download' | 'file.open') => () => {
    onStep()
    runCommand(command)
  }
  const noOpening = useForbidden('files.open')
  const noFetching = useForbidden('files.fetch')
  if (!data || (data.file === null && file.kind === 'staged')) return null
  if (data.file === null) {
    return (
      <ReasonedButton variant="filled" reason={noFetching} onClick={run('file.download')}>
        Download
      </ReasonedButton>
    )
  }
  if (!data.file.openable) return null
  return (
    <ReasonedButton variant="filled" reason={noOpening} onClick={run('file.open')}>
      Open
    </ReasonedButton>
  )
}
