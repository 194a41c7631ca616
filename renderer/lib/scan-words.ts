import type { TextHit } from '../../shared/ipc/texts.ts'

/** The warning beside text that was read from a scan; null for other text. */
export const scanWords = (scan: TextHit['scan']): string | null =>
  scan === null
    ? null
    : scan === 'read'
      ? 'Read from a scan; words may be wrong.'
      : 'Read from a scan that is hard to read; many words may be wrong.'
