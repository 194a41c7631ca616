import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ScanEngine } from './text-reader.ts'

/** The files of the engine that reads scans; null where it was not installed, which is allowed. */
export function findScanEngine(): ScanEngine | null {
  const { resolve } = createRequire(import.meta.url)
  try {
    const code = resolve('tesseract.js-core/tesseract-core-simd-lstm.js')
    return {
      code,
      wasm: resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
      data: resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
    }
  } catch {
    return null
  }
}

/**
 * Makes the process that reads scans wait in the middle of a page, or go on. It hears no message until the page is read, and a process that the
 * system stops would stay if Steward were killed: so it looks for a file, which has no content. False if the file cannot be written.
 */
export function holdScans(path: string, isHeld: boolean): boolean {
  try {
    if (isHeld) writeFileSync(path, '', { mode: 0o600 })
    else rmSync(path, { force: true })
    return true
  } catch {
    return false
  }
}
