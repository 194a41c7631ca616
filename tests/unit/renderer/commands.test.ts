import { describe, expect, it } from 'vitest'
import {
  chordOf,
  commandsWithKeys,
  isFirstOfTwo,
  isPlain,
  keyFaces,
  keysOf,
  worksWhileTyping,
} from '../../../renderer/lib/commands/keys.ts'
import { type CommandDescription, commands } from '../../../shared/domain/commands.ts'

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>>

const press = (key: string, held: Held = {}, code = '') => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('a key press', () => {
  it.each([
    [press('k', { ctrlKey: true }), false, 'Mod+K'],
    [press('k', { metaKey: true }), true, 'Mod+K'],
    [press('k', { ctrlKey: true }), true, 'Other+K'],
    [press('?', { shiftKey: true }), false, '?'],
    [press('g'), false, 'G'],
    [press('G', { shiftKey: true }), false, 'Shift+G'],
    [press('k', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+K'],
    [press('ArrowLeft', { altKey: true }), false, 'Alt+ArrowLeft'],
    [press('Escape'), false, 'Escape'],
    [press('Control', { ctrlKey: true }), false, null],
    [press('Shift', { shiftKey: true }), false, null],
    // Cyrillic, Greek, Hebrew, Arabic, Georgian: the place of the key counts.
    [press('л', { ctrlKey: true }, 'KeyK'), false, 'Mod+K'],
    [press('л', { metaKey: true }, 'KeyK'), true, 'Mod+K'],
    [press('Л', { ctrlKey: true, shiftKey: true }, 'KeyK'), false, 'Mod+Shift+K'],
    [press('п', {}, 'KeyG'), false, 'G'],
    [press('κ', { ctrlKey: true }, 'KeyK'), false, 'Mod+K'],
    [press('ל', { ctrlKey: true }, 'KeyK'), false, 'Mod+K'],
    [press('ن', { ctrlKey: true }, 'KeyK'), false, 'Mod+K'],
    [press('კ', {}, 'KeyK'), false, 'K'],
    [press('б', { ctrlKey: true }, 'Comma'), false, 'Mod+,'],
    [press('ъ', {}, 'BracketRight'), false, ']'],
    [press('π', { altKey: true }, 'KeyP'), true, 'Alt+P'],
    // Latin layouts (AZERTY, Dvorak, Turkish): the letter counts.
    [press('q', { ctrlKey: true }, 'KeyA'), false, 'Mod+Q'],
    [press('k', { ctrlKey: true }, 'KeyV'), false, 'Mod+K'],
    [press('ı', {}, 'KeyI'), false, 'I'],
    [press('ł', { ctrlKey: true, altKey: true }, 'KeyL'), false, 'Mod+Alt+Ł'],
    // A sign is the character that is typed, wherever it is.
    [press(',', { shiftKey: true }, 'Slash'), false, ','],
  ])('%j (on a Mac: %s) is written %s', (pressed, mac, written) => {
    expect(chordOf(pressed, mac)).toBe(written)
  })
})

describe('the catalogue of commands', () => {
  const all = Object.entries<CommandDescription>(commands)

  it('is plain data, as menus need it', () => {
    expect(JSON.parse(JSON.stringify(commands))).toEqual(commands)
  })

  it.each([false, true])('gives no two commands the same keys unless only one can be run (on a Mac: %s)', (mac) => {
    const turns = new Set(['record.favourite', 'record.unfavourite', 'household.pin', 'household.unpin'])
    // On a document's page, its own commands take precedence.
    for (const id of ['file.find', 'file.print']) turns.add(id)
    // A summary, the review of statements and the documents found are never on one screen.
    for (const id of ['statements.next', 'statements.previous', 'texts.next', 'texts.previous']) turns.add(id)
    // A list is no record.
    turns.add('list.clear-selection')
    const used = all.filter(([id]) => !turns.has(id)).map(([, command]) => keysOf(command, mac))
    const keys = used.filter((one) => one !== undefined)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each([false, true])('lets no single key be the beginning of a longer shortcut (on a Mac: %s)', (mac) => {
    for (const [, command] of all) {
      const keys = keysOf(command, mac)
      if (keys && !keys.includes(' ')) expect(isFirstOfTwo(keys, mac)).toBe(false)
    }
  })

  it('finds commands by their keys', () => {
    expect(commandsWithKeys('G H', false)).toEqual(['go.households'])
    expect(commandsWithKeys('Alt+ArrowLeft', true)).toEqual([])
    expect(commandsWithKeys('Mod+[', true)).toEqual(['go.back'])
    expect(isFirstOfTwo('G', false)).toBe(true)
  })
})

describe('shortcuts', () => {
  it('work while typing only with Ctrl, Cmd or Alt', () => {
    expect(['Mod+K', 'Alt+ArrowLeft', '?', 'G H', 'Escape'].filter(worksWhileTyping)).toEqual([
      'Mod+K',
      'Alt+ArrowLeft',
    ])
  })

  it('of plain characters are those that can be switched off', () => {
    expect(['Mod+K', '?', 'G H', 'Escape'].filter(isPlain)).toEqual(['?', 'G H'])
  })

  it('are printed as on the keyboard at hand', () => {
    expect(keyFaces('Mod+K', false)).toEqual([['Ctrl', 'K']])
    expect(keyFaces('Mod+K', true)).toEqual([['⌘', 'K']])
    expect(keyFaces('G H', false)).toEqual([['G'], ['H']])
  })
})
