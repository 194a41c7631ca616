import { useDisclosure } from '@mantine/hooks'
import { useCommand } from '../../lib/commands/use-command.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useOnceOpened } from '../../lib/use-once-opened.ts'

const ShortcutDialog = lazyPart(async () => (await import('./ShortcutDialog.tsx')).ShortcutDialog)

/** `?`: shows all shortcuts of the app. */
export function ShortcutSheet() {
  const [opened, { open, close }] = useDisclosure(false)
  useCommand('help.shortcuts', open)
  return useOnceOpened(opened) ? <ShortcutDialog opened={opened} close={close} /> : null
}
