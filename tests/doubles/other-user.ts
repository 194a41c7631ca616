import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const asked = z.object({ status: z.number(), location: z.string().nullable() })
const seen = z.object({ arguments: z.string(), files: z.array(z.string()) })

export type OtherUser = {
  /** Whether it is somebody else: only root can start a process of another user. */
  isOther: boolean
  /** The arguments of every process seen so far, the environments that could be read, and the paths of readable files they name. */
  read(): Promise<z.infer<typeof seen>>
  /** One request, as Steward's own page would make it. */
  ask(method: 'GET' | 'POST', url: string, body?: object): Promise<z.infer<typeof asked>>
  stop(): Promise<void>
}

/** Starts a process of another user, which has looked around once when this resolves, and goes on looking. */
export async function startOtherUser(): Promise<OtherUser> {
  const script = resolve(import.meta.dirname, 'other-user-process.ts')
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise<void>((done) => child.once('close', () => done()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null')
  const say = (line: string) => {
    child.stdin.write(`${line}\n`)
    return next()
  }
  const { uid } = z.object({ uid: z.number() }).parse(await next())
  return {
    isOther: uid !== process.getuid?.(),
    read: async () => seen.parse(await say('read')),
    ask: async (method, url, body) =>
      asked.parse(await say(`ask ${method} ${url} ${body ? JSON.stringify(body) : ''}`)),
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
