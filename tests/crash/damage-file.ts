import { closeSync, existsSync, ftruncateSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../faults/random.ts'

const pageSize = 8192

const files = { 'ledger.db': 4, 'mirror.db': 3, 'ledger.db-wal': 2, 'mirror.db-wal': 1 } as const
const kinds = { flip: 6, 'many flips': 3, 'a page of zeros': 2, 'cut short': 3, 'a strange end': 1, gone: 1 } as const

export type Harm = { file: keyof typeof files; kind: keyof typeof kinds; where: string }

/** Damages one of the stored files in a way that disks, tools and users do. */
export function damage(folder: string, random: Random): Harm {
  const wanted = random.weighted(files)
  const file = existsSync(join(folder, wanted)) ? wanted : (wanted.replace('-wal', '') as keyof typeof files)
  const path = join(folder, file)
  const size = statSync(path).size
  // A missing store looks like a first start, so stores are never deleted; a clean-up tool may delete a log.
  const kind = random.weighted(file.endsWith('-wal') ? kinds : { ...kinds, gone: 0 })
  if (kind === 'gone') {
    rmSync(path)
    return { file, kind, where: 'all of it' }
  }
  const handle = openSync(path, 'r+')
  try {
    return { file, kind, where: harm({ handle, size, kind, random }) }
  } finally {
    closeSync(handle)
  }
}

type Harming = { handle: number; size: number; kind: Exclude<Harm['kind'], 'gone'>; random: Random }

function harm({ handle, size, kind, random }: Harming): string {
  const at = random.below(size)
  switch (kind) {
    case 'flip':
      flip(handle, at, 1 << random.below(8))
      return `byte ${at}`
    case 'many flips': {
      const places = Array.from({ length: 2 + random.below(12) }, () => random.below(size))
      for (const place of places) flip(handle, place, 1 + random.below(255))
      return `bytes ${places.join(', ')}`
    }
    case 'a page of zeros': {
      const start = at - (at % pageSize)
      writeSync(handle, Buffer.alloc(Math.min(pageSize, size - start)), 0, undefined, start)
      return `from ${start}`
    }
    case 'cut short':
      ftruncateSync(handle, at)
      return `to ${at} of ${size}`
    case 'a strange end': {
      const more = Buffer.from(Array.from({ length: 1 + random.below(20_000) }, () => random.below(256)))
      writeSync(handle, more, 0, undefined, size)
      return `${more.length} bytes`
    }
  }
}

function flip(handle: number, at: number, mask: number): void {
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, at)
  writeSync(handle, Buffer.of((byte[0] ?? 0) ^ mask), 0, 1, at)
}
