import { BroadcastChannel } from 'node:worker_threads'

// The data worker as it is, and a way to have it end as by a mistake of ours: every one of this process, at this word.

import '../../electron/data/worker.ts'

const channel = new BroadcastChannel('mortal-worker')
channel.unref()
channel.onmessage = () => {
  throw new Error('made to end')
}
