import { expect, it } from 'vitest'
import { imageSize } from '../../../../renderer/features/files/preview/image-size.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

it.each([
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 0000c350 00009c40 0806000000', { width: 50_000, height: 40_000 }],
  ['GIF', '474946383961 2c01 c800 f70000', { width: 300, height: 200 }],
  ['lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 2c01 c800', { width: 300, height: 200 }],
  ['lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f 2bc1 3100', { width: 300, height: 200 }],
  ['large WebP', '52494646 00000000 57454250 56503858 0a000000 00000000 2b0100 c70000', { width: 300, height: 200 }],
  ['BMP', '424d 00000000 00000000 36000000 28000000 2c010000 38ffffff 0100 1800', { width: 300, height: 200 }],
  [
    'AVIF with a small picture beside the large one',
    '00000018 66747970 61766966 00000000 00000014 69737065 00000000 00000010 00000010 00000014 69737065 00000000 0000012c 000000c8',
    { width: 300, height: 200 },
  ],
  [
    'JPEG, behind other parts',
    'ffd8 ffe0 0010 4a46494600010100000100010000 ffff ffc2 0011 08 00c8 012c 03012200021101',
    { width: 300, height: 200 },
  ],
])('a %s says its size before it is decoded', (_kind, hex, size) => expect(imageSize(bytes(hex))).toEqual(size))

it.each([
  ['nothing', ''],
  ['a PNG that was cut', '89504e470d0a1a0a0000'],
  ['a JPEG without a frame', 'ffd8 ffe0 0004 0000'],
  ['a JPEG of garbage', 'ffd8 00 ffc0'],
  ['a WebP of no known kind', '52494646 00000000 57454250 58585858 00000000'],
  ['text', '68656c6c6f20776f726c64'],
])('%s says none', (_kind, hex) => expect(imageSize(bytes(hex))).toBeNull())
