import { BroadcastChannel, parentPort } from 'node:worker_threads'
import type { Request, WorkerSetup } from '../../electron/data/workers/protocol.ts'

// The real data worker, with two messages: `end` crashes every data worker of this process as a bug would, `fill` lets the writer run out
// of memory.

import '../../electron/data/workers/worker.ts'

let isWriter = false
parentPort?.on('message', ({ call, input }: Request) => {
  // `worker-client.ts` opens with a setup.
  if (call === 'open') isWriter = (input[0] as WorkerSetup).role === 'writer'
})

const channel = new BroadcastChannel('mortal-worker')
channel.unref()
channel.onmessage = ({ data }) => {
  if (data === 'end') throw new Error('made to end')
  if (isWriter) fill()
}

/** Holds more and more memory, until V8 ends the thread at its limit. */
function fill(): never {
  for (const held: number[][] = []; ; ) held.push(new Array(1_000_000).fill(held.length))
}
