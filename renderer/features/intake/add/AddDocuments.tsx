import { Menu } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { useCommand } from '../../../lib/commands/use-command.ts'
import classes from './add.module.css'
import { DropTarget } from './DropTarget.tsx'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeFiles } from './use-take-files.tsx'

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
  const pickers = useFilePickers((picked) => void take(owner, picked))
  useCommand('documents.add', reason === null ? pickers.files : null)
  return (
    <>
      <DropTarget to={to} reason={reason} onFiles={(picked) => void take(owner, picked)} />
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
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
