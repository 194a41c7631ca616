import { create } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dispositionName } from '../../../electron/service/download.ts'
import { safeFileName } from '../../../shared/domain/file-names.ts'

describe('the name in a Content-Disposition header', () => {
  it.each([
    ['attachment; filename="deed.pdf"', 'deed.pdf'],
    ['attachment; filename=deed.pdf', 'deed.pdf'],
    ['inline; filename="a;b.pdf"', 'a;b.pdf'],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%e2%82%ac%20deed.pdf`, '€ deed.pdf'],
    [`attachment; filename*=UTF-8''%2e%2e%2f%2e%2e%2fetc%2fpasswd`, 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\deed.pdf"', 'deed.pdf'],
    ['attachment; filename="CON.txt"', '_CON.txt'],
    [`attachment; filename*=UTF-8''invoice%E2%80%AEfdp.exe`, 'invoicefdp.exe'],
    // UTF-8 and Latin-1, where only ASCII is allowed.
    ['attachment; filename="\u00c3\u00a9t\u00c3\u00a9.pdf"', 'été.pdf'],
    ['attachment; filename="r\u00e9sum\u00e9.pdf"', 'résumé.pdf'],
    ['attachment', null],
    ['attachment; filename=""', null],
    ['attachment; filename="."', null],
    ['attachment; filename=".."', null],
    ['attachment; filename="unterminated', null],
    [`attachment; filename="${'a'.repeat(5000)}"`, null],
    [undefined, null],
    [['attachment; filename="a"'], null],
  ])('%j is %j', (header, name) => {
    expect(dispositionName(header)).toBe(name)
  })

  it('is safe whatever the header says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        for (const header of [
          text,
          `attachment; filename="${text}"`,
          `attachment; filename*=UTF-8''${encoded(text)}`,
        ]) {
          const name = dispositionName(header)
          if (name === null) continue
          expect(name).toBe(safeFileName(name))
          expect(name).not.toMatch(/[/\\]|^\.\.?$/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('is the one that was put into it, as far as it is a safe one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
        const name = safeFileName(text)
        fc.pre(/[\p{L}\p{N}]/u.test(name))
        expect(dispositionName(create(name))).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })
})

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())
