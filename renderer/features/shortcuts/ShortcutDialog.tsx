import { Modal, Switch } from '@mantine/core'
import { type CommandDescription, commandGroups, commands } from '../../../shared/domain/commands.ts'
import { KeyCaps } from '../../components/KeyCaps.tsx'
import { keysOf, onMac } from '../../lib/commands/keys.ts'
import { usePreferences } from '../../lib/use-preferences.ts'
import classes from './shortcuts.module.css'

/** The keys that the grid itself handles while it has the focus. */
const gridKeys = (mac: boolean): { title: string; keys: string }[] => [
  { title: 'Next row', keys: '↓' },
  { title: 'Next column', keys: '→' },
  { title: 'First column', keys: 'Home' },
  { title: 'Last column', keys: 'End' },
  { title: 'First row', keys: mac ? 'Mod+↑' : 'Mod+Home' },
  { title: 'Last row', keys: mac ? 'Mod+↓' : 'Mod+End' },
  { title: 'Open the row', keys: 'Enter' },
  { title: 'Preview of the row', keys: 'Space' },
  { title: 'Select or deselect the row', keys: 'X' },
  { title: 'Select up to the next row', keys: 'Shift+↓' },
  { title: 'Select all rows', keys: 'Mod+A' },
  { title: 'Copy the selected rows, or the cell', keys: 'Mod+C' },
  { title: 'Menu of the row or column', keys: 'Shift+F10' },
  { title: 'Open the group', keys: '→' },
  { title: 'Close the group', keys: '←' },
]

type Line = { title: string; keys: string }

const linesOf = (group: string): Line[] =>
  Object.values<CommandDescription>(commands).flatMap((command) => {
    const keys = keysOf(command, onMac())
    return command.group === group && keys ? [{ title: command.title, keys }] : []
  })

function Group({ name, lines }: { name: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className={classes.group} aria-label={name}>
      <h3>{name}</h3>
      <dl>
        {lines.map(({ title, keys }) => (
          <div key={title} className={`line ${classes.line}`}>
            <dt>{title}</dt>
            <dd>
              <KeyCaps keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Turns off shortcuts without Ctrl, for users who press keys by accident, for example with speech input. */
function SingleKeys() {
  const { chosen, choose } = usePreferences()
  return (
    <Switch
      className={classes.switch}
      label="Single-key shortcuts, such as ? or G then H"
      checked={chosen.single_keys}
      onChange={(event) => choose({ single_keys: event.currentTarget.checked })}
    />
  )
}

/** All shortcuts of the app, from the same catalogue as the palette and the menus. */
export function ShortcutDialog({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Keyboard shortcuts"
      size={1040}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.groups}>
        {commandGroups.map((group) => (
          <Group key={group} name={group} lines={linesOf(group)} />
        ))}
        <Group name="Inside a list" lines={gridKeys(onMac())} />
      </div>
      <SingleKeys />
    </Modal>
  )
}
