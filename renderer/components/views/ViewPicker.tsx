import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { builtInPrefix } from '../../../shared/domain/built-in-views.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { NameDialog } from './NameDialog.tsx'
import type { ListState } from './use-list-state.ts'
import classes from './views.module.css'
import { WhoAmI } from './WhoAmI.tsx'

type Props = { state: ListState; many: string }
type Dialog = 'save-as' | 'rename' | 'me' | null

function Mark({ on }: { on: boolean }) {
  return on ? <IconCheck size={14} stroke={2} aria-hidden="true" /> : <span className={classes.noMark} />
}

/** The list's views: those it comes with, one's own, and what can be done with the one on screen. */
export function ViewPicker({ state, many }: Props) {
  const [dialog, setDialog] = useState<Dialog>(null)
  const { view, modified, own, builtIn } = state
  const isOwn = view !== null && !view.id.startsWith(builtInPrefix)
  const name = view?.name ?? `All ${many.toLowerCase()}`
  const changed = view === null ? 'filtered' : 'modified'
  useCommand('list.save-view', isOwn && modified ? state.save : null)
  useCommand('list.save-view-as', () => setDialog('save-as'))
  useCommand('list.revert-view', view && modified ? state.revert : null)
  const item = (one: (typeof own)[number]) => (
    <Menu.Item key={one.id} leftSection={<Mark on={view?.id === one.id} />} onClick={() => state.show(one)}>
      <bdi>{one.name}</bdi>
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end" withinPortal shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            aria-label={`View: ${name}${modified ? `, ${changed}` : ''}`}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
          >
            <span className={classes.viewName}>{name}</span>
            {modified ? <span className={classes.modified}>{changed}</span> : null}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Views" className={classes.menu}>
          <Menu.Item leftSection={<Mark on={view === null} />} onClick={() => state.show(null)}>
            All {many.toLowerCase()}
          </Menu.Item>
          {builtIn.views.map(item)}
          {builtIn.asksWhoIAm ? (
            <Menu.Item leftSection={<Mark on={false} />} onClick={() => setDialog('me')}>
              My households…
            </Menu.Item>
          ) : null}
          {own.length > 0 ? <Menu.Label>Yours</Menu.Label> : null}
          {own.map(item)}
          <Menu.Divider />
          {isOwn && modified ? <Menu.Item onClick={state.save}>Save “{name}”</Menu.Item> : null}
          <Menu.Item onClick={() => setDialog('save-as')}>Save as a new view…</Menu.Item>
          {view && modified ? <Menu.Item onClick={state.revert}>Undo the changes</Menu.Item> : null}
          {isOwn ? <Menu.Item onClick={() => setDialog('rename')}>Rename…</Menu.Item> : null}
          {isOwn ? (
            <Menu.Item color="red" onClick={state.remove}>
              Delete “{name}”
            </Menu.Item>
          ) : null}
          {builtIn.canChangeMe ? <Menu.Item onClick={() => setDialog('me')}>Who you are…</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save-as' ? (
        <NameDialog title="Save as a new view" name="" onName={state.saveAs} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'rename' ? (
        <NameDialog title="Rename view" name={name} onName={state.rename} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'me' ? (
        <WhoAmI
          onClose={() => setDialog(null)}
          onMe={async (id) => {
            await builtIn.setMe(id)
            state.show(builtIn.mine(id))
          }}
        />
      ) : null}
    </>
  )
}
