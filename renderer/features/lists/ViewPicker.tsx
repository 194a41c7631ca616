import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { builtInPrefix } from '../../../shared/domain/built-in-views.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { lazyPopup, usePopup } from '../../components/popups/use-popup.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import classes from './lists.module.css'
import { groupChoices } from './use-groups.tsx'
import type { ListState } from './use-list-state.ts'
import type { ViewDialogName } from './ViewMenu.tsx'

const ViewMenu = lazyPopup('The menu of views', async () => (await import('./ViewMenu.tsx')).ViewMenu)
const ViewDialog = lazyDialog(
  'The dialog',
  async () => (await import('./ViewDialog.tsx')).ViewDialog,
  ({ onClose }) => ({ cancel: onClose }),
)

type Props = { state: ListState; resource: Resource; names: ReadonlyMap<string, string> }

/** Button and menu of the list's views: built-in ones, the user's own, and actions for the current one. */
export function ViewPicker({ state, resource, names }: Props) {
  const { many } = resourceNames[resource]
  const [dialog, setDialog] = useState<ViewDialogName | null>(null)
  const [opened, onOpened] = useState(false)
  const { view, modified } = state
  const isOwn = view !== null && !view.id.startsWith(builtInPrefix)
  const name = view?.name ?? `All ${many.toLowerCase()}`
  const changed = view === null ? 'filtered' : 'modified'
  const { button, popup } = usePopup('menu', { opened, onOpened })
  const choices = useMemo(() => groupChoices(resource, names), [resource, names])
  useCommand('list.group', choices.length > 0 ? () => onOpened(true) : null)
  useCommand('list.ungroup', state.group === null ? null : () => state.setGroup(null))
  useCommand('list.save-view', isOwn && modified ? state.save : null)
  useCommand('list.save-view-as', () => setDialog('save-as'))
  useCommand('list.revert-view', view && modified ? state.revert : null)
  return (
    <>
      <Button
        {...button}
        variant="default"
        aria-label={`View: ${name}${modified ? `, ${changed}` : ''}`}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
      >
        <span className={classes.viewName}>{name}</span>
        {modified ? <span className={classes.modified}>{changed}</span> : null}
      </Button>
      {popup ? (
        <ViewMenu popup={popup} state={state} many={many} name={name} choices={choices} onDialog={setDialog} />
      ) : null}
      {dialog ? <ViewDialog dialog={dialog} state={state} name={name} onClose={() => setDialog(null)} /> : null}
    </>
  )
}
