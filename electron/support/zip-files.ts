import type { SupportFile } from '../../shared/ipc/support.ts'
import { createZipWriter } from '../platform/zip/zip-writer.ts'

/** The files as one ZIP, byte for byte. A bundle is small enough to be built in memory. */
export async function zipFiles(files: readonly SupportFile[]): Promise<Buffer> {
  const sink = memorySink()
  const zip = createZipWriter(sink)
  for (const { name, text } of files) await zip.add(name, text)
  await zip.end()
  return sink.bytes()
}

function memorySink() {
  let bytes = Buffer.alloc(0)
  return {
    get length() {
      return bytes.length
    },
    async append(more: Uint8Array) {
      bytes = Buffer.concat([bytes, more])
    },
    async patch(over: Uint8Array, position: number) {
      bytes.set(over, position)
    },
    bytes: () => bytes,
  }
}
