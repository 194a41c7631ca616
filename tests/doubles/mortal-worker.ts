import { BroadcastChannel, workerData } from 'node:worker_threads'

// The real data worker, with two messages: `end` crashes every data worker of this process as a bug would, `fill` lets the writer run out
// of memory.

import '../../electron/data/workers/worker.ts'

const channel = new BroadcastChannel('mortal-worker')
channel.unref()
channel.onmessage = ({ data }) => {
  if (data === 'end') throw new Error('made to end')
  if (workerData.role === 'writer') fill()
}

/** Holds more and more memory, until V8 ends the thread at its limit. */
function fill(): never {
  for (const held: number[][] = []; ; ) held.push(new Array(1_000_000).fill(held.length))
}
