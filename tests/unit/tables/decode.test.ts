import { describe, expect, it } from 'vitest'
import { decode } from '../../../shared/tables/decode.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const western = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16())

describe('decode', () => {
  it.each([
    ['UTF-8', utf8('Müller,€'), 'utf-8', 'Müller,€'],
    ['UTF-8 with its mark', utf8('\ufeffMüller'), 'utf-8', 'Müller'],
    ['plain letters', utf8('Miller'), 'utf-8', 'Miller'],
    ['one byte a letter', western('Müller, née Nuñez'), 'windows-1252', 'Müller, née Nuñez'],
    ['the euro and curly quotes of Windows', new Uint8Array([0x80, 0x93, 0x94, 0xe9]), 'windows-1252', '€“”é'],
    ['UTF-16', utf16('\ufeffMüller\t€'), 'utf-16le', 'Müller\t€'],
    ['UTF-16 in the other order', swapped(utf16('\ufeffMüller\t€')), 'utf-16be', 'Müller\t€'],
    ['UTF-16 in the other order with Greek', swapped(utf16('\ufeffΜαρία')), 'utf-16be', 'Μαρία'],
    ['UTF-16 without a mark', utf16('Name,Value\n'), 'utf-16le', 'Name,Value\n'],
    ['UTF-16 in the other order without a mark', swapped(utf16('Name,Value\n')), 'utf-16be', 'Name,Value\n'],
    ['nothing', new Uint8Array(), 'utf-8', ''],
  ] as const)('knows %s', (_, bytes, encoding, text) => {
    expect(decode(bytes)).toEqual({ encoding, text, strayLines: [] })
  })

  it('keeps UTF-8 with a stray byte, and names its line', () => {
    const bytes = Buffer.concat([utf8('Zoë\nRené'), Buffer.from([0xe9]), utf8('\nEnd')])
    expect(decode(bytes)).toEqual({ encoding: 'utf-8', text: 'Zoë\nRené\ufffd\nEnd', strayLines: [2] })
  })

  it.each(['\u0080', '\u07ff', '\u0800', '\u0fff', '\uffff', '\u{10000}', '\u{10ffff}'])(
    'leaves out %j where the beginning of a file ends within it, and keeps it whole',
    (last) => {
      const whole = utf8(`Zoë,${last}`)
      for (let length = utf8('Zoë,').length; length < whole.length; length += 1)
        expect(decode(whole.subarray(0, length), { cut: true })).toEqual({
          encoding: 'utf-8',
          text: 'Zoë,',
          strayLines: [],
        })
      expect(decode(whole, { cut: true }).text).toBe(`Zoë,${last}`)
      expect(decode(Buffer.concat([utf8(last), Buffer.from([0xe9])])).encoding).toBe('utf-8')
    },
  )

  it('takes a byte that begins no character of UTF-8 for one of Windows, also at the end of the beginning', () => {
    for (const byte of [0xc1, 0xf5, 0xff])
      expect(decode(new Uint8Array([0x4a, byte]), { cut: true })).toMatchObject({ encoding: 'windows-1252' })
  })

  it('reads in the encoding that was chosen', () => {
    expect(decode(utf8('é'), { chosen: 'windows-1252' })).toMatchObject({ encoding: 'windows-1252', text: 'Ã©' })
    expect(decode(western('é'), { chosen: 'utf-8' })).toMatchObject({ text: '\ufffd', strayLines: [1] })
  })
})
