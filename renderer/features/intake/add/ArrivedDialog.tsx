import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatBytes } from '../../../../shared/domain/bytes.ts'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { Quiet } from '../../../components/Values.tsx'
import { useApi, useConnection } from '../../../lib/api.ts'
import { useReadOnlyReason } from '../../../lib/policy.ts'
import classes from './add.module.css'
import { type HouseholdChoice, HouseholdSelect } from './HouseholdSelect.tsx'
import { readAsStatements, useStatementReason } from './ReadStatements.tsx'

type Props = { files: readonly { handle: string; name: string; size: number | null }[] }

const mostNamed = 8

/**
 * Asks which household the files belong to that were opened with Steward, or whether to read them as custodians' statements. Dismissing the dialog leaves the files where they are.
 */
export function ArrivedDialog({ files }: Props) {
  const api = useApi()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const readOnly = useReadOnlyReason()
  const [chosen, setChosen] = useState<HouseholdChoice | null>(null)
  const handles = files.map(({ handle }) => handle)
  const dismissing = useMutation(api.intake.dismissArrived.mutationOptions())
  const taking = useMutation(
    api.intake.takeArrived.mutationOptions({
      onSuccess: () => void navigate({ to: '/c/$connectionId/intake', params: { connectionId } }),
    }),
  )
  const statements = useStatementReason()
  const reading = useMutation(
    api.statements.takeArrived.mutationOptions({
      onSuccess: () => void navigate({ to: '/c/$connectionId/statements', params: { connectionId } }),
    }),
  )
  const dismiss = () => dismissing.mutate({ handles })
  const take = () => {
    if (chosen === null) return
    const owner = { household_id: chosen.value, entity_id: null, individual_id: null }
    taking.mutate({ connectionId, owner, handles })
  }
  const title = files.length === 1 ? 'Add this document?' : `Add these ${files.length} documents?`
  return (
    <FormDialog
      title={title}
      onClose={dismiss}
      cancel={{ label: 'Do not add' }}
      beside={
        statements.isOffered ? (
          <ReasonedButton
            reason={statements.reason}
            variant="default"
            loading={reading.isPending}
            onClick={() => reading.mutate({ connectionId, handles })}
          >
            {readAsStatements}
          </ReasonedButton>
        ) : null
      }
      confirm={{
        label: 'Add to the list',
        isDisabled: chosen === null || readOnly !== null,
        isPending: taking.isPending,
        onConfirm: take,
      }}
    >
      <ul className={classes.arrived}>
        {files.slice(0, mostNamed).map(({ handle, name, size }) => (
          <li key={handle}>
            {name} <span className="quiet nowrap">{size === null ? 'not a readable file' : formatBytes(size)}</span>
          </li>
        ))}
        {files.length > mostNamed ? <li>and {files.length - mostNamed} more</li> : null}
      </ul>
      {readOnly === null ? <HouseholdSelect chosen={chosen} onChoose={setChosen} /> : <Quiet>{readOnly}</Quiet>}
    </FormDialog>
  )
}
