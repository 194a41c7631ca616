import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { builtInPrefix } from '../../../shared/domain/built-in-views.ts'
import { PopupMenu } from '../../components/popups/Popup.tsx'
import type { Popup } from '../../components/popups/use-popup.ts'
import classes from './lists.module.css'
import type { ListState } from './use-list-state.ts'

export type ViewDialogName = 'save-as' | 'rename' | 'me'

type Props = {
  popup: Popup
  state: ListState
  many: string
  /** Name of the current view. */
  name: string
  /** The columns by which the list can be grouped. */
  choices: readonly { column: string; name: string }[]
  onDialog: (dialog: ViewDialogName) => void
}

function Mark({ on }: { on: boolean }) {
  return on ? <IconCheck size={14} stroke={2} aria-hidden="true" /> : <span className={classes.noMark} />
}

/** The list's views, with actions for the current one. */
export function ViewMenu({ popup, state, many, name, choices, onDialog }: Props) {
  const { view, modified, own, builtIn } = state
  const isOwn = view !== null && !view.id.startsWith(builtInPrefix)
  const item = (one: (typeof own)[number]) => (
    <Menu.Item key={one.id} leftSection={<Mark on={view?.id === one.id} />} onClick={() => state.show(one)}>
      <bdi>{one.name}</bdi>
    </Menu.Item>
  )
  return (
    <PopupMenu popup={popup} position="bottom-end" withinPortal shadow="md">
      <Menu.Dropdown aria-label="Views" className={classes.menu}>
        <Menu.Item leftSection={<Mark on={view === null} />} onClick={() => state.show(null)}>
          All {many.toLowerCase()}
        </Menu.Item>
        {builtIn.views.map(item)}
        {builtIn.asksWhoIAm ? (
          <Menu.Item leftSection={<Mark on={false} />} onClick={() => onDialog('me')}>
            {builtIn.asksWhoIAm}
          </Menu.Item>
        ) : null}
        {own.length > 0 ? <Menu.Label>Yours</Menu.Label> : null}
        {own.map(item)}
        {state.retryViews === null ? null : (
          <Menu.Item closeMenuOnClick={false} onClick={state.retryViews}>
            Your views could not be read. Try again
          </Menu.Item>
        )}
        {choices.length > 0 ? <Menu.Label>Group by</Menu.Label> : null}
        {state.group === null ? null : (
          <Menu.Item leftSection={<Mark on={false} />} onClick={() => state.setGroup(null)}>
            No groups
          </Menu.Item>
        )}
        {choices.map((one) => (
          <Menu.Item
            key={one.column}
            leftSection={<Mark on={state.group === one.column} />}
            onClick={() => state.setGroup(one.column)}
          >
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {isOwn && modified ? <Menu.Item onClick={state.save}>Save “{name}”</Menu.Item> : null}
        <Menu.Item onClick={() => onDialog('save-as')}>Save as a new view…</Menu.Item>
        {view && modified ? <Menu.Item onClick={state.revert}>Undo the changes</Menu.Item> : null}
        {isOwn ? <Menu.Item onClick={() => onDialog('rename')}>Rename…</Menu.Item> : null}
        {isOwn ? (
          <Menu.Item color="red" onClick={state.remove}>
            Delete “{name}”
          </Menu.Item>
        ) : null}
        {builtIn.canChangeMe ? <Menu.Item onClick={() => onDialog('me')}>Set my name…</Menu.Item> : null}
      </Menu.Dropdown>
    </PopupMenu>
  )
}
