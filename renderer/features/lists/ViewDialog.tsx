import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import type { ListState } from './use-list-state.ts'
import type { ViewDialogName } from './ViewMenu.tsx'
import { WhoAmI } from './WhoAmI.tsx'

type NameProps = { title: string; name: string; onName: (name: string) => void; onClose: () => void }

/** Asks for the name of a view. */
function NameDialog({ title, name, onName, onClose }: NameProps) {
  const [text, setText] = useState(name)
  const [missing, setMissing] = useState(false)
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      confirm={{
        label: 'Save',
        onConfirm: () => {
          const wanted = text.trim()
          if (wanted === '') return setMissing(true)
          onName(wanted)
          onClose()
        },
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
    </FormDialog>
  )
}

type Props = { dialog: ViewDialogName; state: ListState; name: string; onClose: () => void }

/** The dialogs of the view menu. */
export function ViewDialog({ dialog, state, name, onClose }: Props) {
  const { builtIn } = state
  if (dialog === 'save-as')
    return <NameDialog title="Save as a new view" name="" onName={state.saveAs} onClose={onClose} />
  if (dialog === 'rename') return <NameDialog title="Rename view" name={name} onName={state.rename} onClose={onClose} />
  return (
    <WhoAmI
      onClose={onClose}
      onMe={async (id) => {
        await builtIn.setMe(id)
        state.show(builtIn.mine(id))
      }}
    />
  )
}
