import { calls } from '../electron/calls.ts'
import { entriesOf } from '../electron/menu.ts'
import type { Scenario } from './desk.ts'

// Entries of the context menu.

const nothing = { canCut: false, canCopy: false, canPaste: false, canSelectAll: false }
const page = {
  dictionarySuggestions: [] as string[],
  editFlags: nothing,
  isEditable: false,
  linkURL: '',
  misspelledWord: '',
  selectionText: '',
}
const record = `app://steward/c/${'a'.repeat(32)}/households/hh%2F1`

export const run: Scenario = async ({ window }) => {
  const click = (asked: Partial<typeof page>) => {
    calls.popups.length = 0
    window.webContents.emit('context-menu', {}, { ...page, ...asked })
    return calls.popups.map((menu) =>
      menu.map(({ role, label, type, enabled }) => `${role ?? label ?? type}${enabled === false ? ' (grey)' : ''}`),
    )
  }
  const clicks = {
    nothing: click({}),
    text: click({ selectionText: 'Okafor', editFlags: { ...nothing, canCopy: true } }),
    field: click({ isEditable: true, editFlags: { ...nothing, canPaste: true, canSelectAll: true } }),
    misspelled: click({ isEditable: true, misspelledWord: 'notse', dictionarySuggestions: ['notes', 'noise'] }),
    picture: click({ linkURL: 'https://example.com/x.png' }),
    list: click({ linkURL: `app://steward/c/${'a'.repeat(32)}/households` }),
    user: click({ linkURL: `app://steward/c/${'a'.repeat(32)}/users/us-1` }),
    elsewhere: click({ linkURL: `https://steward/c/${'a'.repeat(32)}/households/hh-1` }),
    brokenEscape: click({ linkURL: `${record}%E2%80` }),
    record: click({ linkURL: record }),
  }
  entriesOf(calls.popups[0])
    .find(({ id }) => id === 'copy-link')
    ?.click?.()
  return { clicks, copied: calls.copied }
}
