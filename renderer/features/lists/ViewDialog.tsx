import { NameDialog } from './NameDialog.tsx'
import type { ListState } from './use-list-state.ts'
import type { ViewDialogName } from './ViewMenu.tsx'
import { WhoAmI } from './WhoAmI.tsx'

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
