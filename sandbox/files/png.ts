import { crc32, deflateSync } from 'node:zlib'
import { createRandom } from '../data/random.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const WIDTH = 320
const HEIGHT = 200

/** Writes a small valid PNG that resembles an identity card: a coloured card, a portrait and lines of text. */
export function writePng(seed: number): Buffer {
  const random = createRandom(seed)
  const colour = () => Buffer.from([random.int(120, 230), random.int(120, 230), random.int(120, 230)])
  const [card, portrait] = [colour(), colour()]
  const ink = Buffer.from([60, 60, 70])
  const lines = Array.from({ length: 6 }, (_, index) => ({ y: 44 + index * 22, length: random.int(60, 160) }))
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3))
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const inPortrait = x >= 20 && x < 110 && y >= 40 && y < 160
      const inLine = lines.some((line) => y >= line.y && y < line.y + 7 && x >= 130 && x < 130 + line.length)
      const pixel = inPortrait ? portrait : inLine ? ink : card
      pixel.copy(rows, y * (1 + WIDTH * 3) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(rows, { level: 6 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
