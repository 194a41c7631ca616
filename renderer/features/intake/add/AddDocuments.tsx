import { Menu, Portal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileDownload, IconFilePlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { RecordText } from '../../../components/Values.tsx'
import { useCommand } from '../../../lib/commands/use-command.ts'
import { carriesFiles, carriesLink, linkIsNoFile } from '../../../lib/use-no-stray-drops.ts'
import classes from './add.module.css'
import { filesOfDrop, type Picked } from './picked-files.ts'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeFiles } from './use-take-files.tsx'

type DropTargetProps = {
  /** The owner in words: `the Alvarez household`. */
  to: string
  /** Why nothing can be added now; null if it can. */
  reason: string | null
  onFiles: (picked: Picked) => void
}

const isAsking = () => document.querySelector('[role="dialog"]') !== null

/** Makes the whole window a drop target. While files are dragged over it, it says where they would be added. */
function DropTarget({ to, reason, onFiles }: DropTargetProps) {
  const [over, setOver] = useState(false)
  const take = useEffectEvent((dropped: DataTransfer) => {
    const refuse = (message: string) => notifications.show({ title: 'Nothing was added', message, color: 'yellow' })
    if (reason !== null) return void refuse(reason)
    // Some browsers announce a file for a picture of a page, and then have none.
    const isLink = carriesLink({ dataTransfer: dropped })
    void filesOfDrop(dropped).then((picked) => {
      if (isLink && picked.files.length === 0) refuse(linkIsNoFile)
      else onFiles(picked)
    })
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented || isAsking()) return
      event.preventDefault()
      // With `none` the browser fires no drop event, so a refusal could not be explained.
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    document.addEventListener('dragenter', hold, { signal })
    document.addEventListener('dragover', hold, { signal })
    document.addEventListener(
      'dragleave',
      (event) => {
        // Only when the drag leaves the window, not when it moves between elements.
        if (event.relatedTarget === null) setOver(false)
      },
      { signal },
    )
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (!carriesFiles(event) || event.defaultPrevented || event.dataTransfer === null || isAsking()) return
        event.preventDefault()
        take(event.dataTransfer)
      },
      { signal },
    )
    return () => listening.abort()
  }, [])
  if (!over) return null
  return (
    <Portal>
      <div className={classes.overlay} data-refused={reason !== null || undefined}>
        <p className={`line ${classes.overlayText}`}>
          <IconFileDownload size={20} stroke={1.75} aria-hidden="true" />
          {reason ?? (
            <span>
              Add to <RecordText>{to}</RecordText>
            </span>
          )}
        </p>
      </div>
    </Portal>
  )
}

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
