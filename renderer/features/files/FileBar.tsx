import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DragEvent } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { kindOfFile, refusalText } from '../../../shared/domain/file-kinds.ts'
import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import { Ago } from '../../components/Dates.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useForbidden } from '../../lib/policy.ts'
import classes from './files.module.css'
import type { FileActions } from './use-file-actions.ts'

type Props = {
  file: FileRef
  held: HeldFile
  actions: FileActions
  /** Downloads the file again; null if it is a local one. */
  onAgain: (() => void) | null
}

function OpenButton({ held, actions }: Pick<Props, 'held' | 'actions'>) {
  const forbidden = useForbidden('files.open')
  return (
    <ReasonedButton
      size="compact-sm"
      reason={forbidden ?? (held.not_openable && refusalText(held.not_openable))}
      onClick={() => {
        if (!actions.busy) actions.open()
      }}
    >
      Open
    </ReasonedButton>
  )
}

function More({ actions, onAgain }: { actions: FileActions; onAgain: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label="More file actions">
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onAgain}>Download again</Menu.Item>
        <Menu.Item onClick={actions.remove}>Remove from this computer</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** On the desktop a file that may be opened can be dragged to another program. With the keyboard, save a copy instead. */
function useDragOut({ openable }: HeldFile, { dragOut }: FileActions) {
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  const forbidden = useForbidden('files.dragOut')
  if (shell !== 'desktop' || !openable || forbidden !== null) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      // Cancels the page's own drag; the main process starts the system's drag with the file.
      event.preventDefault()
      dragOut()
    },
  }
}

/** The name of a downloaded or staged file, with the actions on it. */
export function FileBar({ file, held, actions, onAgain }: Props) {
  const staged = file.kind === 'staged'
  const forbidden = useForbidden('files.saveAs')
  useCommand('file.open', held.openable ? actions.open : null)
  useCommand('file.save-as', actions.save)
  useCommand('file.remove', staged ? null : actions.remove)
  return (
    <div className={classes.bar}>
      <div className={classes.what} {...useDragOut(held, actions)}>
        <span className={classes.name} title={held.name}>
          <RecordText>{held.name}</RecordText>
        </span>
        <span className={classes.facts}>
          {kindOfFile(held.media_type, held.not_openable)} · {formatBytes(held.size)} ·{' '}
          {staged ? 'waiting to be uploaded' : 'on this computer'}
          {staged ? null : (
            <>
              {' '}
              since <Ago at={held.held_at} />
            </>
          )}
        </span>
      </div>
      <OpenButton held={held} actions={actions} />
      <ReasonedButton size="compact-sm" reason={forbidden} disabled={actions.busy} onClick={actions.save}>
        Save as…
      </ReasonedButton>
      {staged || !onAgain ? null : <More actions={actions} onAgain={onAgain} />}
    </div>
  )
}
