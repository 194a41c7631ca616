import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, posix, resolve, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileNamePart, numberedFileName, safeFileName } from '../../../shared/domain/file-names.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'

const stem = 'Households – Firm – 2026-11-21'

const table: [string, string][] = [
  [`${stem}.csv`, `${stem}.csv`],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['..\\..\\boot.ini', '-..-boot.ini'],
  ['/etc/passwd', '-etc-passwd'],
  ['C:\\Windows\\win.ini', 'C--Windows-win.ini'],
  ['\\\\server\\share\\x.csv', '--server-share-x.csv'],
  ['a:stream.csv', 'a-stream.csv'],
  ['what? * "so" <b>|.csv', 'what- - -so- -b--.csv'],
  ['a\u2215b\u2044c\uff0fd\uff3ce\uff1af.csv', 'a-b-c-d-e-f.csv'],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['.csv', 'csv'],
  ['.hidden.csv', 'hidden.csv'],
  ['~/x.csv', '~-x.csv'],
  ['name.csv.', 'name.csv'],
  ['name.csv . . ', 'name.csv'],
  ['name .csv', 'name.csv'],
  [' name.csv', 'name.csv'],
  ['a\u0000b.csv', 'ab.csv'],
  ['a\nb\r\n\tc.csv', 'a b c.csv'],
  ['a\u007f\u0085b.csv', 'ab.csv'],
  ['gpj\u202efdp.exe', 'gpjfdp.exe'],
  ['\u2066bidi\u2069.csv', 'bidi.csv'],
  ['zero\u200b\u200c\u200d\u2060\ufeffwidth.csv', 'zerowidth.csv'],
  ['soft\u00adhyphen.csv', 'softhyphen.csv'],
  ['line\u2028break\u2029.csv', 'line break.csv'],
  ['\u3164\uffa0\u115f.csv', 'csv'],
  ['\u2800.csv', 'csv'],
  ['lone\ud800surrogate.csv', 'lone\ufffdsurrogate.csv'],
  ['private\ue000use.csv', 'privateuse.csv'],
  ['tag\u{e0041}\u{e007f}.csv', 'tag.csv'],
  ['CON', '_CON'],
  ['con.csv', '_con.csv'],
  ['nul .csv', '_nul.csv'],
  ['Aux.tar.gz', '_Aux.tar.gz'],
  ['PRN', '_PRN'],
  ['COM1.csv', '_COM1.csv'],
  ['com¹.csv', '_com¹.csv'],
  ['LPT9', '_LPT9'],
  ['CONIN$', '_CONIN$'],
  ['clock$.txt', '_clock$.txt'],
  ['\u200bnul.csv', '_nul.csv'],
  ['console.csv', 'console.csv'],
  ['com10.csv', 'com10.csv'],
  ['e\u0301te\u0301.csv', 'été.csv'],
  ['مرحبا.csv', 'مرحبا.csv'],
  ['דוח.csv', 'דוח.csv'],
  ['家族.csv', '家族.csv'],
  ['🏦.csv', '🏦.csv'],
  ['Trust of 👩‍👩‍👧.pdf', 'Trust of 👩‍👩‍👧.pdf'],
  ['👨🏽‍⚕️ ❤️ 🏳️‍🌈.pdf', '👨🏽‍⚕️ ❤️ 🏳️‍🌈.pdf'],
  [
    '🇨🇭 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.pdf',
    '🇨🇭 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.pdf',
  ],
  ['🏴\u{e0068}\u{e0069}\u{e007f}.pdf', '🏴.pdf'],
  ['👩\u200d.pdf', '👩.pdf'],
  ['\u200d👩\u200d\u200d👧.pdf', '👩👧.pdf'],
  ['a\u200d👧\u200db\ufe0f.pdf', 'a👧b.pdf'],
  ['👩\u200d\u202e👧.pdf', '👩👧.pdf'],
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
  ['دار\u200cایی ی\u200cx.pdf', 'دارایی یx.pdf'],
  ['क्\u200dष क्\u200cष क\u200dष.pdf', 'क्\u200dष क्\u200cष कष.pdf'],
  ['a  b.csv', 'a b.csv'],
  ['a\u00a0\u3000b.csv', 'a b.csv'],
  ['-rf.csv', '-rf.csv'],
  ['$(id).csv', '$(id).csv'],
  ['%2e%2e%2f.csv', '%2e%2e%2f.csv'],
  ['=cmd()', '=cmd()'],
  ['no-extension', 'no-extension'],
  ['x.verylongextension', 'x.verylongextension'],
]

describe('a safe file name', () => {
  it.each(table)('makes %j into %j', (given, expected) => {
    expect(safeFileName(given)).toBe(expected)
    expect(safeFileName(expected)).toBe(expected)
  })

  it('keeps the extension of a name that is too long, and cuts between whole characters', () => {
    const name = safeFileName(`${'👩‍👩‍👧é'.repeat(100)}.xlsx`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
    expect(name).toMatch(/.\.xlsx$/)
    expect(name).not.toContain('\ufffd')
    expect(safeFileName(`${'x'.repeat(1000)}.csv`)).toBe(`${'x'.repeat(196)}.csv`)
  })

  it('keeps the date of an export whose firm has a very long name', () => {
    const part = fileNamePart('Firm '.repeat(100), 80)
    expect(safeFileName(`Households – ${part} – 2026-11-21.csv`)).toMatch(/ – 2026-11-21\.csv$/)
  })

  it('numbers a name before its extension', () => {
    expect(numberedFileName('a.b.csv', 2)).toBe('a.b (2).csv')
    expect(numberedFileName('plain', 3)).toBe('plain (3)')
  })

  it('stays in its folder whatever it is made of', () => {
    const nasty = fc.constantFrom(
      '..',
      '/',
      '\\',
      ':',
      '.',
      ' ',
      '\0',
      '\u202e',
      '\u200d',
      '\u200c',
      '👩',
      '\ufe0f',
      'ی',
      'con',
      'nul.',
      '\ud800',
      '~',
      '%',
    )
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 })
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(names, (given) => {
        const name = safeFileName(given)
        expect(name).toBe(safeFileName(name))
        expect(name).not.toBe('')
        expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u)
        expect(name).not.toMatch(
          /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{M})\u200d|\u200d(?![\p{L}\p{So}\p{Sm}])/u,
        )
        expect(
          name.replace(/\u200d|\p{Script=Arabic}\p{M}*\u200c|\p{M}\u200c|\u{1f3f4}[\u{e0061}-\u{e007f}]{6}/gu, ''),
        ).not.toMatch(/\p{Cf}/u)
        expect(name).not.toMatch(/^[\s.]|[\s.]$/)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(210)
        expect(posix.dirname(posix.resolve('/root', name))).toBe('/root')
        expect(win32.dirname(win32.resolve('C:\\root', name))).toBe('C:\\root')
      }),
      propertyRuns(100_000),
    )
  })

  it('makes names that this file system really takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-names-'))
    try {
      const names = new Set([...table.map(([given]) => safeFileName(given)), safeFileName('é'.repeat(300))])
      for (const name of names) writeFileSync(resolve(folder, name), '', { flag: 'wx' })
      expect(
        readdirSync(folder)
          .map((name) => basename(name))
          .sort(),
      ).toEqual([...names].sort())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
