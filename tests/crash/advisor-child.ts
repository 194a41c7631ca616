import { editOf, finish, type Ground, saveAloud, say, workOn } from './advisor.ts'
import { listStatements, type StatementTask, tellStatements } from './statement-story.ts'
import { type Home, openSteward } from './steward.ts'
import { uploadOn } from './uploader.ts'

/** The task of one Steward process. */
export type Task =
  /** Signs in and fetches everything. */
  | { kind: 'prepare' }
  /** Works until it is killed. */
  | { kind: 'work'; life: string; seed: number; lanes: Ground[] }
  /** Uploads until it is killed. */
  | { kind: 'upload'; life: string; seed: number; lanes: Ground[] }
  /** Makes one edit and waits until it is sent. */
  | { kind: 'one-edit'; n: string; id: string; city: string }
  /** Takes a custodian's file to its valuations, and back. */
  | ({ kind: 'statements' } & StatementTask)
  /** Sends what is left of that, and says which files there are. */
  | { kind: 'statements-after' }
  /** Sends everything that is pending and answers every question. */
  | { kind: 'finish' }

const { home, task } = JSON.parse(process.argv[2] ?? '') as { home: Home; task: Task }
const steward = await openSteward(home)
say({ kind: 'ready', open: steward.outbox.counts().open })

switch (task.kind) {
  case 'prepare':
    steward.sync.start()
    await steward.sync.idle()
    break
  case 'work':
    steward.sync.start()
    await Promise.all(
      task.lanes.map((ground, lane) =>
        workOn(steward, { ground, life: `${task.life}${'abcdef'[lane]}`, seed: task.seed * 7 + lane }),
      ),
    )
    break
  case 'upload':
    await Promise.all(
      task.lanes.map((ground, lane) =>
        uploadOn(steward, { ground, life: `${task.life}${'abcdef'[lane]}`, seed: task.seed * 7 + lane }),
      ),
    )
    break
  case 'one-edit': {
    const write = await editOf(steward, task.id, { city: task.city })
    if (write !== null) await saveAloud(steward, task.n, write)
    await finish(steward)
    break
  }
  case 'statements':
    await tellStatements(steward, task)
    break
  case 'statements-after':
    await finish(steward)
    await listStatements(steward)
    break
  case 'finish':
    await finish(steward)
}
await steward.close()
