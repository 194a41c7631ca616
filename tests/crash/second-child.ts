import { once } from 'node:events'
import { claimInstance } from '../../electron/hosts/common/instance-lock.ts'
import { finish, say } from './advisor.ts'
import { type Home, openSteward } from './steward.ts'

// One of several simultaneous starts of Steward: the one that claims the folder sends pending work, the others ask it to show its
// window.

const home = JSON.parse(process.argv[2] ?? '') as Home
let rung = 0
const tell = (words: object): void => void process.send?.(words)
const instance = await claimInstance(home.userDataDir, {
  given: { links: [], files: [] },
  onHandedOver() {
    rung += 1
    tell({ rung })
  },
})
tell({ claimed: instance !== undefined })
if (instance !== undefined) {
  const steward = await openSteward(home)
  say({ kind: 'ready', open: steward.outbox.counts().open })
  await finish(steward)
  await steward.close()
  // Keeps running until told to end, so that it is alive for every other start.
  await once(process, 'message')
  await instance.release()
}
process.disconnect?.()
