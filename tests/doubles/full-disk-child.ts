import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileStore } from '../../electron/documents/file-store.ts'
import { createOpenedCopies } from '../../electron/documents/opened-copies.ts'
import { AppError } from '../../shared/domain/app-error.ts'

// Fills the disk under a folder in every way that Steward writes files, and prints the outcomes.

const [folder = ''] = process.argv.slice(2)
const never = new AbortController().signal
const store = createFileStore(join(folder, 'files'))
const copies = await createOpenedCopies({ root: join(folder, 'opened'), onChanged: () => {} })

async function* content(mebibytes: number) {
  for (let number = 0; number < mebibytes * 16; number += 1) yield Buffer.alloc(65_536, number)
}

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (problem: unknown) => (problem instanceof AppError ? problem.code : String(problem)),
  )
}

async function inPieces(): Promise<void> {
  const writer = await store.begin()
  try {
    for await (const piece of content(8)) await writer.append(piece)
    await writer.finish()
  } finally {
    await writer.drop()
  }
}

const report = {
  stream: await outcome(store.write(content(8), { signal: never })),
  pieces: await outcome(inPieces()),
  copy: await outcome(copies.make({ connectionId: 'a', name: 'a.txt', content: content(8) })),
  left: await readdir(folder, { recursive: true }),
  afterwards: await outcome(store.write(content(1), { signal: never })),
}
console.log(JSON.stringify(report))
