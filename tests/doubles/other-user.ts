import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

const asked = z.object({ status: z.number(), location: z.string().nullable() })
const seen = z.object({ arguments: z.string(), files: z.array(z.string()) })

export type OtherUser = {
  /** True if it runs as a different user, which only root can start. */
  isOther: boolean
  /**
   * Returns the arguments of every process seen so far, the environments that could be read, and the paths of readable files they
   * name.
   */
  read(): Promise<z.infer<typeof seen>>
  /** Sends one request, as Steward's own page would. */
  ask(method: 'GET' | 'POST', url: string, body?: object): Promise<z.infer<typeof asked>>
  /** Sends many requests, each over a connection that it resets at once; resolves when all are closed. */
  reset(count: number, url: string): Promise<void>
  /**
   * Opens many connections and sends nothing over them.
   *
   * @param until - resolves when all are open, or when the other side has closed all of them
   */
  hold(count: number, url: string, until: 'open' | 'closed'): Promise<void>
  stop(): Promise<void>
}

/** Starts a process of another user. It has looked around once when this resolves, and keeps looking. */
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
    async reset(count, url) {
      await say(`reset ${count} ${url}`)
    },
    async hold(count, url, until) {
      await say(`${until === 'open' ? 'holding' : 'hold'} ${count} ${url}`)
    },
    async stop() {
      child.stdin.end()
      await exited
    },
  }
}
