import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CommandId, commands } from '../../shared/domain/commands.ts'
import { useApi } from '../lib/api.ts'
import { chordOf, commandsWithKeys, isFirstOfTwo, isPlain, onMac, worksWhileTyping } from '../lib/commands/keys.ts'
import { type AvailableCommand, findCommand, forbiddenCommand } from '../lib/commands/offers.ts'

/** How long the first of two keys waits for the second, in ms. */
const patienceMs = 1500

const typed =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]'

const isTyping = (event: KeyboardEvent) => event.target instanceof Element && event.target.closest(typed) !== null

const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

/** Key presses that occurred while a dialog or menu was open. They belong to it, even if they close it. */
const taken = new WeakSet<Event>()

function noteTaken(event: KeyboardEvent): void {
  if (isDialogOpen()) taken.add(event)
}

/** Registered for the capture phase: a dialog may be gone by the time the shortcut listener runs. */
function useTaken(): void {
  useEffect(() => {
    window.addEventListener('keydown', noteTaken, { capture: true })
    return () => window.removeEventListener('keydown', noteTaken, { capture: true })
  }, [])
}

function firstAvailable(keys: string): AvailableCommand | undefined {
  for (const id of commandsWithKeys(keys, onMac())) {
    const command = findCommand(id)
    if (command) return command
  }
  return undefined
}

/** Shows why a command is forbidden. The caller then also suppresses the browser's own shortcut with the same keys. */
function sayForbidden(keys: string): boolean {
  for (const id of commandsWithKeys(keys, onMac())) {
    const reason = forbiddenCommand(id)
    if (reason === null) continue
    sayReason(id, reason)
    return true
  }
  return false
}

const sayReason = (id: CommandId, message: string) =>
  notifications.show({ id: 'forbidden', title: commands[id].title, message, autoClose: 6000 })

function createListener(singleKeys: boolean) {
  let first: { chord: string; at: number } | null = null
  return (event: KeyboardEvent) => {
    const chord = chordOf(event, onMac())
    if (event.defaultPrevented || event.isComposing || event.repeat || chord === null) return
    if (taken.has(event)) return
    const before = first !== null && event.timeStamp - first.at < patienceMs ? first.chord : null
    first = null
    const typing = isTyping(event)
    for (const keys of before === null ? [chord] : [`${before} ${chord}`, chord]) {
      if (typing && !worksWhileTyping(keys)) continue
      if (!singleKeys && isPlain(keys)) continue
      const command = firstAvailable(keys)
      if (!command && sayForbidden(keys)) return event.preventDefault()
      if (!command) continue
      event.preventDefault()
      return command.run()
    }
    if (!typing && singleKeys && isFirstOfTwo(chord, onMac())) first = { chord, at: event.timeStamp }
  }
}

/** Runs commands by their shortcuts, wherever the focus is. While the user is typing, only those with Ctrl, Cmd or Alt. */
export function useShortcuts(): void {
  const preferences = useQuery(useApi().app.getPreferences.queryOptions({ input: {} })).data
  const singleKeys = preferences?.single_keys ?? true
  useTaken()
  useEffect(() => {
    const listener = createListener(singleKeys)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [singleKeys])
}
