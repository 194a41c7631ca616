import { Portal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { carriesFiles, carriesLink, linkIsNoFile } from '../../../lib/use-no-stray-drops.ts'
import classes from './add.module.css'
import { filesOfDrop, type Picked } from './picked-files.ts'

export type DropZone = {
  /** The effect of a drop here: `Add to the Alvarez household`. */
  label: ReactNode
  /** Why nothing can be dropped here now; null if it can. */
  reason: string | null
  onFiles: (picked: Picked) => void
}

type Props = {
  /** The first one takes the upper part of the window, the second one the lower part; null for the whole window. */
  zones: readonly [DropZone, DropZone | null]
  /** True for the target of every screen: it takes what the target of the screen itself does not. */
  isLast?: boolean
}

const isAsking = () => document.querySelector('[role="dialog"]') !== null

/** Where the second zone begins, as a share of the window's height. */
const secondAt = 0.62

const refuse = (message: string) =>
  void notifications.show({ id: 'nothing-added', title: 'Nothing was added', message, color: 'yellow' })

function Zone({ zone: { label, reason }, isActive }: { zone: DropZone; isActive: boolean }) {
  return (
    <div
      className={classes.zone}
      data-active={isActive || undefined}
      data-refused={(isActive && reason !== null) || undefined}
    >
      <p className={`line ${classes.overlayText}`}>
        <IconFileDownload size={20} stroke={1.75} aria-hidden="true" />
        {reason ?? <span>{label}</span>}
      </p>
    </div>
  )
}

/** Makes the whole window a drop target. While files are dragged over it, it says what a drop would do. */
export function DropTarget({ zones, isLast = false }: Props) {
  const [over, setOver] = useState<number | null>(null)
  const zoneAt = useEffectEvent(({ clientY }: DragEvent) =>
    zones[1] !== null && clientY > window.innerHeight * secondAt ? 1 : 0,
  )
  const take = useEffectEvent((dropped: DataTransfer, at: number) => {
    const zone = zones[at] ?? zones[0]
    if (zone.reason !== null) return refuse(zone.reason)
    // Some browsers announce a file for a picture of a page, and then have none.
    const isLink = carriesLink({ dataTransfer: dropped })
    void filesOfDrop(dropped).then((picked) => {
      if (isLink && picked.files.length === 0) refuse(linkIsNoFile)
      else zone.onFiles(picked)
    })
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // The screen's own target takes its files before they reach the window.
    const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      isLast
        ? window.addEventListener(type, listener, { signal })
        : document.addEventListener(type, listener, { signal })
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented || isAsking()) return setOver(null)
      event.preventDefault()
      // With `none` the browser fires no drop event, so a refusal could not be explained.
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(zoneAt(event))
    }
    listen('dragenter', hold)
    listen('dragover', hold)
    listen('dragleave', (event) => {
      // Only when the drag leaves the window, not when it moves between elements.
      if (event.relatedTarget === null) setOver(null)
    })
    listen('drop', (event) => {
      setOver(null)
      if (!carriesFiles(event) || event.defaultPrevented || event.dataTransfer === null || isAsking()) return
      event.preventDefault()
      take(event.dataTransfer, zoneAt(event))
    })
    return () => listening.abort()
  }, [isLast])
  if (over === null) return null
  return (
    <Portal>
      <div className={classes.overlay} data-zones={zones[1] === null ? 1 : 2}>
        <Zone zone={zones[0]} isActive={over === 0} />
        {zones[1] ? <Zone zone={zones[1]} isActive={over === 1} /> : null}
      </div>
    </Portal>
  )
}
