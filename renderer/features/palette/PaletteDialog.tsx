import { Modal } from '@mantine/core'
import { PaletteBody } from './PaletteBody.tsx'
import classes from './palette.module.css'
import { dismissPalette, usePalette } from './palette-state.ts'

const surface = { background: 'var(--ground-raised)', border: '1px solid var(--line-strong)', overflow: 'hidden' }

/** The dialog of the palette. */
export function PaletteDialog() {
  return (
    <Modal.Root
      opened={usePalette((state) => state.opened)}
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
