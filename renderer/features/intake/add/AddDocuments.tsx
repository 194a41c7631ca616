import { Menu } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { RecordText } from '../../../components/Values.tsx'
import { runCommand } from '../../../lib/commands/run-command.ts'
import { useCommand } from '../../../lib/commands/use-command.ts'
import classes from './add.module.css'
import { DropTarget } from './DropTarget.tsx'
import { readAsStatements, useStatementReason } from './ReadStatements.tsx'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeFiles, useTakeStatements } from './use-take-files.tsx'

type Props = {
  owner: IntakeOwner
  /** The owner in words: `the Alvarez household`. */
  to: string
  /** Why nothing can be added now; null if it can. */
  reason: string | null
}

/** Adds documents to the record on screen: picked files, or files dropped anywhere on its page. */
export function AddDocuments({ owner, to, reason }: Props) {
  const take = useTakeFiles()
  const takeStatements = useTakeStatements()
  const statements = useStatementReason()
  const pickers = useFilePickers('add', (picked) => void take(owner, picked))
  useCommand('documents.add', reason === null ? pickers.files : null)
  return (
    <>
      <DropTarget
        zones={[
          {
            label: (
              <>
                Add to <RecordText>{to}</RecordText>
              </>
            ),
            reason,
            onFiles: (picked) => void take(owner, picked),
          },
          statements.isOffered
            ? { label: readAsStatements, reason: statements.reason, onFiles: (picked) => void takeStatements(picked) }
            : null,
        ]}
      />
      {pickers.inputs}
      <Menu position="bottom-end" withinPortal shadow="md">
        <Menu.Target>
          <ReasonedButton reason={reason} leftSection={<IconFilePlus size={14} stroke={1.75} aria-hidden="true" />}>
            Add documents…
          </ReasonedButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu} aria-label="Add documents">
          <Menu.Item onClick={pickers.files}>Files…</Menu.Item>
          <Menu.Item onClick={pickers.folder}>A folder…</Menu.Item>
          {statements.isOffered ? (
            <Menu.Item onClick={() => runCommand('statements.read')}>Read a statement…</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
