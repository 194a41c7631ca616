import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import classes from './views.module.css'

type Props = { title: string; name: string; onName: (name: string) => void; onClose: () => void }

/** Asks for the name of a view. */
export function NameDialog({ title, name, onName, onClose }: Props) {
  const [text, setText] = useState(name)
  const [missing, setMissing] = useState(false)
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = text.trim()
          if (wanted === '') return setMissing(true)
          onName(wanted)
          onClose()
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={100}
          value={text}
          error={missing ? 'Give the view a name.' : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button type="submit">Save</Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
