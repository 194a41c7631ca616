import { request } from 'undici'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import type { DemoColleagueResource } from '../../shared/domain/demo-colleague.ts'
import { nextEdit } from './colleague-edit.ts'

/** The address on this computer that controls the demo firm's service, and the secret it requires. */
export type ControlAddress = { url: string; token: string }

type About = { resource: DemoColleagueResource; id: string }

const timeoutMs = 10_000
const record = z.record(z.string(), z.unknown())

const gone = (cause?: unknown) =>
  new AppError('service/offline', {
    message: "The demo firm's service cannot be reached.",
    nextStep: 'Bring it back online, then try again.',
    cause,
  })

const unknownRecord = () =>
  new AppError('record/not-found', {
    message: 'The service has no such record.',
    nextStep: 'Sync, or choose another record.',
  })

async function post({ url, token }: ControlAddress, operation: string, body: object): Promise<unknown> {
  try {
    const answer = await request(`${url}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-control-token': token },
      body: JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const said = await answer.body.json()
    if (answer.statusCode === 200) return said
    if (answer.statusCode !== 400) throw new Error(`The control port answered ${answer.statusCode}.`)
  } catch (cause) {
    throw gone(cause)
  }
  throw unknownRecord()
}

/** A simulated colleague at the demo firm, who edits a record at its service. */
export type DemoColleague = {
  /**
   * Changes one or two fields, different ones each time.
   * @returns the names of the changed fields
   * @throws AppError `record/not-found`, `service/offline`
   */
  edit(about: About): Promise<string[]>
}

/** A {@link DemoColleague}. `address` returns the control address while the service runs, else null. */
export function createDemoColleague(address: () => ControlAddress | null): DemoColleague {
  const turns = { last: 0 }
  return {
    async edit({ resource, id }) {
      const at = address()
      if (at === null) throw gone()
      const table = resource.replace('-', '_')
      const now = record.parse(await post(at, 'look', { resource: table, id }))
      const { turn, patch } = nextEdit(resource, now, turns.last)
      turns.last = turn
      await post(at, 'edit', { resource: table, id, patch })
      return Object.keys(patch)
    },
  }
}
