import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { ErrorState } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { type HouseholdChoice, HouseholdSelect } from '../intake/public.ts'
import classes from './question.module.css'
import { useOperation } from './use-outbox.ts'

/** Moves an unsent new person or document to another household. */
export function MoveDialog({ operation, onClose }: { operation: ListedOperation; onClose: () => void }) {
  const { decide, pending, error } = useOperation(operation)
  const [chosen, setChosen] = useState<HouseholdChoice | null>(null)
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title="Move to another household" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.form}>
        <p>
          <RecordText>{operation.title}</RecordText>
        </p>
        <HouseholdSelect chosen={chosen} onChoose={setChosen} />
        <Quiet>
          {operation.resource === 'individuals'
            ? 'New documents about this person move too.'
            : 'It is no longer linked to an entity or person of its old household.'}
        </Quiet>
        {error ? <ErrorState error={presentError(error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null}
            loading={pending}
            onClick={() => {
              if (chosen) decide({ decision: 'move', household_id: chosen.value }, onClose)
            }}
          >
            Move
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
