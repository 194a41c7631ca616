import { Button } from '@mantine/core'
import { IconClipboardText, IconPlus } from '@tabler/icons-react'
import { KeyCaps } from '../../../components/KeyCaps.tsx'
import classes from './composer.module.css'

type Props = { onAdd: () => void; onPaste: () => void; onDirectory: () => void }

/** Actions for all rows, and the keyboard shortcuts within a row. */
export function ComposerTools({ onAdd, onPaste, onDirectory }: Props) {
  return (
    <div className={classes.tools}>
      <Button variant="default" leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />} onClick={onAdd}>
        Add a row
      </Button>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={14} stroke={1.75} aria-hidden="true" />}
        onClick={onPaste}
      >
        Paste rows…
      </Button>
      <Button variant="default" onClick={onDirectory}>
        Asset classes…
      </Button>
      <span className={classes.keys}>
        <KeyCaps keys="Enter" /> next row <KeyCaps keys="Alt+↑" /> <KeyCaps keys="Alt+↓" /> move{' '}
        <KeyCaps keys="Mod+Shift+⌫" /> remove
      </span>
    </div>
  )
}
