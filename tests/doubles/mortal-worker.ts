import { BroadcastChannel } from 'node:worker_threads'

// The real data worker, with a message that crashes every data worker of this process as a bug would.

import '../../electron/data/worker.ts'

const channel = new BroadcastChannel('mortal-worker')
channel.unref()
channel.onmessage = () => {
  throw new Error('made to end')
}
