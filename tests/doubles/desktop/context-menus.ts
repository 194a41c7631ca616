import type { ContextMenuParams } from 'electron'
import { calls, machine } from '../electron/calls.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import { forTests } from '../electron/for-tests.ts'
import { entriesOf, type MenuItem } from '../electron/menu.ts'
import type { Here } from '../electron/surface.ts'
import type { Scenario } from './desk.ts'

// Entries of the context menu.

const nothing = {
  canCopy: false,
  canCut: false,
  canDelete: false,
  canEditRichly: false,
  canPaste: false,
  canRedo: false,
  canSelectAll: false,
  canUndo: false,
}

const mediaFlags = {
  canLoop: false,
  canPrint: false,
  canRotate: false,
  canSave: false,
  canShowPictureInPicture: false,
  canToggleControls: false,
  hasAudio: false,
  inError: false,
  isControlsVisible: false,
  isLooping: false,
  isMuted: false,
  isPaused: false,
  isShowingPictureInPicture: false,
}

const page: Here<ContextMenuParams> = {
  altText: '',
  dictionarySuggestions: [],
  editFlags: nothing,
  formControlType: 'none',
  frame: null,
  frameCharset: 'utf-8',
  frameURL: '',
  hasImageContents: false,
  isEditable: false,
  linkText: '',
  linkURL: '',
  mediaFlags,
  mediaType: 'none',
  menuSourceType: 'mouse',
  misspelledWord: '',
  pageURL: 'app://steward/',
  referrerPolicy: { policy: 'no-referrer', url: '' },
  selectionRect: { x: 0, y: 0, width: 0, height: 0 },
  selectionStartOffset: 0,
  selectionText: '',
  spellcheckEnabled: false,
  srcURL: '',
  suggestedFilename: '',
  titleText: '',
  x: 0,
  y: 0,
}
const record = `app://steward/c/${'a'.repeat(32)}/households/hh%2F1`

const named = ({ role, label, type, enabled }: MenuItem) =>
  `${role ?? (type === 'separator' ? type : label)}${enabled ? '' : ' (grey)'}`

/** Lets the clipboard answer. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

export const run: Scenario = async ({ window }) => {
  const click = (asked: Partial<typeof page>) => {
    calls.popups.length = 0
    window.webContents.emit('context-menu', new CancellableEvent(), { ...page, ...asked })
    return calls.popups.map((menu) => menu.items.map(named))
  }
  const choose = (wanted: (item: MenuItem) => boolean) => entriesOf(calls.popups[0]).find(wanted)?.click()
  const misspelled = { isEditable: true, misspelledWord: 'notse', dictionarySuggestions: ['notes', 'noise'] }
  const clicks = {
    nothing: click({}),
    text: click({ selectionText: 'Okafor', editFlags: { ...nothing, canCopy: true } }),
    field: click({ isEditable: true, editFlags: { ...nothing, canPaste: true, canSelectAll: true } }),
    misspelled: click(misspelled),
    picture: click({ linkURL: 'https://example.com/x.png' }),
    list: click({ linkURL: `app://steward/c/${'a'.repeat(32)}/households` }),
    user: click({ linkURL: `app://steward/c/${'a'.repeat(32)}/users/us-1` }),
    elsewhere: click({ linkURL: `https://steward/c/${'a'.repeat(32)}/households/hh-1` }),
    brokenEscape: click({ linkURL: `${record}%E2%80` }),
    record: click({ linkURL: record }),
  }
  machine.clipboardKept = true
  choose(({ id }) => id === 'copy-link')
  await settled()
  const notCopied = { copied: [...calls.copied], messages: calls.messages.map(({ message }) => message) }
  machine.clipboardKept = false
  choose(({ id }) => id === 'copy-link')
  await settled()
  click(misspelled)
  choose(({ label }) => label === 'noise')
  return {
    clicks,
    notCopied,
    copied: calls.copied,
    messages: calls.messages.length,
    replaced: window.webContents[forTests].replaced,
  }
}
