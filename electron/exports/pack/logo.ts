import { AppError } from '../../../shared/domain/app-error.ts'
import { maxLogoBytes } from '../../../shared/ipc/packs.ts'

const signatures = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
] as const

/** The type of a picture in base64, by its first bytes; null for anything but a PNG or a JPEG. */
export function logoType(base64: string): 'image/png' | 'image/jpeg' | null {
  const start = Buffer.from(base64.slice(0, 24), 'base64')
  const found = signatures.find(({ bytes }) => start.subarray(0, bytes.length).equals(Buffer.from(bytes)))
  return found?.type ?? null
}

/** @throws AppError `ipc/bad-request` */
export function assertLogo(base64: string): void {
  if (logoType(base64) !== null && Buffer.byteLength(base64, 'base64') <= maxLogoBytes) return
  throw new AppError('ipc/bad-request', {
    message: 'This file is not a logo that can be printed.',
    nextStep: `Choose a PNG or JPEG of at most ${maxLogoBytes / 1024} kB.`,
  })
}
