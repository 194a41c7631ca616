import { decode } from '../../../../shared/tables/decode.ts'
import { csvRows } from './csv-rows.ts'
import { linesOf } from './text-lines.ts'
import type { TextRequest } from './use-text-file.ts'

// Reads one file of text off the main thread. The page terminates this worker if it takes too long.
addEventListener('message', ({ data }: MessageEvent<TextRequest>) => {
  const { text, strayLines } = decode(data.bytes, { cut: data.isCut })
  const read = data.as === 'csv' ? csvRows(text, strayLines) : linesOf(text)
  postMessage(read, { transfer: [read.starts.buffer] })
})
