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
