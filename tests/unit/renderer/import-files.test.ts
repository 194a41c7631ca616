import { describe, expect, it } from 'vitest'
import { decodeFile } from '../../../renderer/features/import/decode-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const western = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('decodeFile', () => {
  it.each([
    ['UTF-8', utf8('Müller,€'), 'utf-8', 'Müller,€'],
    ['UTF-8 with its mark', utf8('\ufeffMüller'), 'utf-8', 'Müller'],
    ['plain letters', utf8('Miller'), 'utf-8', 'Miller'],
    ['one byte a letter', western('Müller, née Nuñez'), 'windows-1252', 'Müller, née Nuñez'],
    ['the euro and curly quotes of Windows', new Uint8Array([0x80, 0x93, 0x94, 0xe9]), 'windows-1252', '€“”é'],
    ['UTF-16', utf16('Müller\t€'), 'utf-16le', 'Müller\t€'],
    ['nothing', new Uint8Array(), 'utf-8', ''],
  ] as const)('knows %s', (_, bytes, encoding, text) => {
    expect(decodeFile(bytes, null)).toEqual({ encoding, text })
  })

  it('reads as it is told, whatever it would guess', () => {
    expect(decodeFile(utf8('é'), 'windows-1252')).toEqual({ encoding: 'windows-1252', text: 'Ã©' })
    expect(decodeFile(western('é'), 'utf-8').text).toBe('\ufffd')
  })
})
