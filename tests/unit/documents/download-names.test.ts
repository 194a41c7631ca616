import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileNameFor, whyNotOpenable } from '../../../electron/documents/openable.ts'
import { dispositionName } from '../../../electron/service/download.ts'
import { hostileNames } from '../../doubles/hostile-names.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'

/** Expects a name that is safe in a single folder on every system. */
function expectSafe(name: string): void {
  expect(name).not.toBe('')
  expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Bidi_Control}]/u)
  // Joiners stay inside an emoji or a word of Arabic script; other invisible characters are removed.
  expect(
    name.replace(/\u200d|\p{Script=Arabic}\p{M}*\u200c|\p{M}\u200c|\u{1f3f4}[\u{e0061}-\u{e007f}]{6}/gu, ''),
  ).not.toMatch(/\p{Cf}/u)
  expect(name).not.toMatch(/^[\s.]|[\s.]$/)
  expect(name).not.toMatch(/^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])\s*(\.|$)/i)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
  expect(posix.dirname(posix.resolve('/root', name))).toBe('/root')
  expect(win32.dirname(win32.resolve('C:\\root', name))).toBe('C:\\root')
}

/** Returns the name as headers carry it: quoted, and in the extended form. */
const headers = (name: string) => [
  `attachment; filename="${Buffer.from(name).toString('latin1').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
]

const types = ['application/pdf', 'text/plain', 'text/csv', 'image/png', 'application/octet-stream', 'text/html']

describe('the name of a downloaded file', () => {
  test('is tried on more than a hundred hostile names', () => {
    expect(new Set(hostileNames).size).toBeGreaterThanOrEqual(120)
  })

  test.each(hostileNames.map((name) => [name]))('is safe when the record is called %j', (name) => {
    for (const type of types) expectSafe(fileNameFor(name, type))
  })

  test.each(hostileNames.map((name) => [name]))('is safe when the service sends %j', (name) => {
    for (const header of headers(name)) {
      const found = dispositionName(header)
      if (found !== null) for (const type of types) expectSafe(fileNameFor(found, type))
    }
  })

  test('never gains an extension over one that says something else', () => {
    const names = [
      'x.exe',
      'x.pdf.exe',
      'x\u202efdp.exe',
      'x.pdf      .exe',
      'x.html',
      'x.svg',
      'x.lnk',
      'x.desktop',
      'x.docm',
      'x.scr',
    ]
    for (const name of names) {
      for (const type of types)
        expect(whyNotOpenable({ media_type: type, caution: null, name: fileNameFor(name, type) })).not.toBeNull()
    }
  })

  test('gains the extension of its content when it has none', () => {
    expect(fileNameFor('Tax return 2025', 'application/pdf')).toBe('Tax return 2025.pdf')
    expect(fileNameFor('Statement 3.2025', 'image/png')).toBe('Statement 3.2025.png')
    expect(fileNameFor('Dr. Okafor', 'text/plain')).toBe('Dr. Okafor.txt')
    expect(fileNameFor('README', 'application/octet-stream')).toBe('README')
    expect(fileNameFor('.', 'application/pdf')).toBe('file.pdf')
  })

  test('stays in its folder whatever it is made of', () => {
    const pieces = fc.constantFrom(
      ...hostileNames.filter((name) => name.length < 40),
      '..',
      '/',
      '\\',
      ':',
      '\0',
      '\u202e',
      '.pdf',
      '.exe',
    )
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(names, fc.constantFrom(...types), (given, type) => {
        const name = fileNameFor(given, type)
        expectSafe(name)
        expect(fileNameFor(name, type)).toBe(name)
      }),
      propertyRuns(100_000),
    )
  })
})
