import { parentPort } from 'node:worker_threads'
import { carryError } from '../data/workers/protocol.ts'
import { type FileReading, readBytes } from './read-bytes.ts'
import type { ReadRequest, ReadResponse } from './reader.ts'

// The thread that reads custodians' files: a large or hostile one keeps nothing else waiting.

/** Rows of files that are kept so that pages can scroll through them. */
const mostRows = 200_000

const kept = new Map<string, FileReading['rows']>()

function keep(id: string, rows: FileReading['rows']): void {
  kept.delete(id)
  kept.set(id, rows)
  let total = [...kept.values()].reduce((sum, each) => sum + each.length, 0)
  for (const [oldest, each] of kept) {
    if (total <= mostRows || oldest === id) break
    kept.delete(oldest)
    total -= each.length
  }
}

async function answer(request: ReadRequest): Promise<ReadResponse['output']> {
  if (request.call === 'rows') {
    const rows = kept.get(request.id)
    if (rows === undefined) return null
    const { offset, limit } = request
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
    return { rows: rows.slice(offset, offset + limit), total: rows.length, width }
  }
  const { rows, ...read } = await readBytes(request.file, request.file.pdf)
  keep(request.id, rows)
  return { ...read, rowCount: rows.length }
}

async function respond(request: ReadRequest): Promise<ReadResponse> {
  const { number } = request
  try {
    return { number, output: await answer(request), error: null }
  } catch (problem) {
    return { number, output: null, error: carryError(problem) }
  }
}

parentPort?.on('message', (request: ReadRequest) => {
  void respond(request).then((response) => parentPort?.postMessage(response))
})
