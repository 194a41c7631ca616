import { type BrowserWindow, type ContextMenuParams, dialog, Menu, type MenuItemConstructorOptions } from 'electron'
import { hasLinks, recordLink } from '../../../shared/domain/record-link.ts'
import { copy } from './copy.ts'
import { isAppAddress } from './lock-down.ts'

type Entry = MenuItemConstructorOptions

/** The facts about the clicked element that determine the menu. */
type Asked = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'isEditable' | 'linkURL' | 'misspelledWord' | 'selectionText'
>

/** The actions of menu items on the window. */
type Does = { replaceMisspelling(word: string): void; copy(text: string): void }

/** The `steward://` link to the record that a link in the page leads to; null if there is none. */
function linkOf(address: string): string | null {
  if (!isAppAddress(address)) return null
  const [, resource = '', written = ''] = /^\/c\/[0-9a-f]{32}\/([a-z]+)\/([^/]+)$/.exec(new URL(address).pathname) ?? []
  try {
    return hasLinks(resource) ? recordLink({ resource, id: decodeURIComponent(written) }) : null
  } catch {
    return null
  }
}

/** The context menu: the system's usual text items, and nothing if no action applies. */
export function contextMenuTemplate(asked: Asked, does: Does): Entry[] {
  const { editFlags, isEditable } = asked
  const spelling = isEditable && asked.misspelledWord !== '' ? asked.dictionarySuggestions : []
  const link = linkOf(asked.linkURL)
  const groups: Entry[][] = [
    spelling.map((word) => ({ label: word, click: () => does.replaceMisspelling(word) })),
    link === null ? [] : [{ id: 'copy-link', label: 'Copy a link to this record', click: () => does.copy(link) }],
    isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'selectAll', enabled: editFlags.canSelectAll },
        ]
      : asked.selectionText.trim() === ''
        ? []
        : [{ role: 'copy', enabled: editFlags.canCopy }],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' as const }, ...group]))
}

/** Opens the menu when a window is right-clicked. */
export function giveContextMenu(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, asked) => {
    const template = contextMenuTemplate(asked, {
      replaceMisspelling: (word) => webContents.replaceMisspelling(word),
      copy: (text) => void copyOrSay(window, text),
    })
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}

async function copyOrSay(window: BrowserWindow, text: string): Promise<void> {
  if ((await copy(text)) || window.isDestroyed()) return
  await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The link was not copied.',
    detail: 'The system’s clipboard did not take it: another program may be using it. Try again.',
    buttons: ['OK'],
  })
}
