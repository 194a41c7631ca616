import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import classes from './lists.module.css'

type Props = { onMe: (id: string) => Promise<void>; onClose: () => void }

/** Asks which of the firm's users the current user is, because the sign-in does not tell. */
export function WhoAmI({ onMe, onClose }: Props) {
  const users = useUserChoices(true)
  const [id, setId] = useState<string | null>(null)
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title="Who are you?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (id === null) return
          void onMe(id)
          onClose()
        }}
      >
        <p>
          “My households” are those for which you are the relationship owner. Steward asks this once per connection.
        </p>
        <Select
          label="You are"
          placeholder="Choose a user"
          data-autofocus
          searchable
          data={[...users]}
          value={id}
          onChange={setId}
        />
        <div className={classes.buttons}>
          <Button type="submit" disabled={id === null}>
            Show my households
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
