import { Modal } from '@mantine/core'
import { useEffect } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useOnceOpened } from '../../lib/use-once-opened.ts'
import { PaletteBody } from './PaletteBody.tsx'
import classes from './palette.module.css'
import { closePalette, dismissPalette, openPalette, usePalette } from './palette-state.ts'

const surface = { background: 'var(--ground-raised)', border: '1px solid var(--line-strong)', overflow: 'hidden' }

/** Ctrl/Cmd-K: any record by any of its words, and every command. */
export function Palette() {
  const opened = usePalette((state) => state.opened)
  useCommand('palette.open', openPalette)
  useEffect(() => closePalette, [])
  if (!useOnceOpened(opened)) return null
  return (
    <Modal.Root
      opened={opened}
      onClose={dismissPalette}
      size={680}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search everything" styles={{ content: surface }}>
        <div className={classes.palette}>
          <PaletteBody onDismiss={dismissPalette} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
