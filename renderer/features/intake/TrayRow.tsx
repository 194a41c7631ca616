import { ActionIcon, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { RecordText } from '../../components/Values.tsx'
import { ChoiceCell } from './ChoiceCell.tsx'
import classes from './intake.module.css'
import { NameCell } from './NameCell.tsx'
import { RowState } from './RowState.tsx'
import type { Owners } from './use-owners.ts'
import type { RowChange } from './use-tray.tsx'

export const typeChoices = Object.entries(documentTypeNames).map(([value, label]) => ({ value, label }))

type Props = {
  row: IntakeRow
  owners: Owners
  selected: boolean
  onSelect: (id: string, selected: boolean, range: boolean) => void
  onChange: (id: string, change: RowChange) => void
  onRemove: (id: string) => void
}

/** One file: its name, type, owner and state. */
export const TrayRow = memo(function TrayRow({ row, owners, selected, onSelect, onChange, onRemove }: Props) {
  const { id, file_name: file, folder, size } = row
  const set = (change: RowChange) => onChange(id, change)
  const lost = row.state === 'failed'
  return (
    <tr id={id} data-selected={selected || undefined} data-state={row.state}>
      <td>
        <Checkbox
          size="xs"
          aria-label={`Select ${file}`}
          checked={selected}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as MouseEvent
            onSelect(id, event.currentTarget.checked, shiftKey === true)
          }}
        />
      </td>
      <th scope="row">
        <span className={classes.file} title={file}>
          <RecordText>{file}</RecordText>
        </span>
        <span className={classes.note}>
          {lost && size === 0 ? null : formatBytes(size)}
          {folder === '' ? null : (
            <>
              {lost && size === 0 ? null : ' · '}
              <RecordText>{folder}</RecordText>
            </>
          )}
        </span>
      </th>
      {lost ? (
        <td colSpan={5}>
          <RowState row={row} />
        </td>
      ) : (
        <>
          <td>
            <NameCell fileName={file} value={row.name} onName={(name) => set({ name })} />
          </td>
          <td>
            <ChoiceCell
              label={`Type of ${file}`}
              choices={typeChoices}
              value={row.type}
              note={row.type_reason}
              onChoose={(type) => type !== null && set({ type })}
            />
          </td>
          <td>
            <ChoiceCell
              label={`Entity of ${file}`}
              choices={owners.entities}
              value={row.entity_id}
              none="None"
              onChoose={(entity_id) => set({ entity_id })}
            />
          </td>
          <td>
            <ChoiceCell
              label={`Person of ${file}`}
              choices={owners.individuals}
              value={row.individual_id}
              none="None"
              onChoose={(individual_id) => set({ individual_id })}
            />
          </td>
          <td>
            <RowState row={row} />
          </td>
        </>
      )}
      <td>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Remove ${file}`} onClick={() => onRemove(id)}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  )
})
