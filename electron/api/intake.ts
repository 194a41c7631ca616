import { AppError } from '../../shared/domain/app-error.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { createArrivedFiles, takeArrived } from '../intake/arrived-files.ts'
import { cutShort, issueOf, tooLate, unread } from '../intake/issues.ts'
import { createTickets, ticketLifeMs } from '../intake/tickets.ts'

type Inputs = ContractInputs['intake']
type Outputs = ContractOutputs['intake']

/** A file whose ticket was redeemed: a shell supplies its bytes, or the reason why there are none. */
export type Taking = {
  /** In bytes, as announced. */
  readonly size: number
  /** Never rejects: an error is stored in the file's row. True when the whole file is on this computer. */
  receive(source: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Never rejects. */
  fail(problem: unknown): Promise<void>
}

/** The intake tray, one use case per procedure. All throw AppErrors. */
export type IntakeUseCases = {
  [Name in keyof Inputs & keyof Outputs]: (input: Inputs[Name]) => Promise<Outputs[Name]>
} & {
  /** Redeems a ticket, for a shell; null if the ticket is not valid. */
  take(ticket: string): Taking | null
  /** Takes in files that the operating system passed to Steward, by absolute path. Pages never see these paths. */
  arrive(paths: readonly string[]): Promise<void>
}

type Options = {
  publish?: (event: AppEvent) => void
  /** Monotonic clock, ms. */
  now?: () => number
}

/** The use cases of the tray; each call names its connection. Tickets are known only to this object. */
export function createIntakeUseCases(
  runtimes: Runtimes,
  { publish = () => {}, now = () => performance.now() }: Options = {},
): IntakeUseCases {
  const tickets = createTickets({ now })
  const arrived = createArrivedFiles()
  const trayOf = async (connectionId: string) => (await (await runtimes.get(connectionId)).open()).tray
  const failExpired = async () => {
    for (const { connectionId, rowId } of tickets.expired()) await (await trayOf(connectionId)).giveUp(rowId, tooLate)
  }
  return {
    list: async ({ connectionId }) => (await trayOf(connectionId)).list(),
    async announce({ connectionId, ...input }) {
      const rows = await (await trayOf(connectionId)).announce(input)
      // If the connection was closed in the meantime, its rows get their error when it is opened again.
      setTimeout(() => void failExpired().catch(() => {}), ticketLifeMs + 1_000).unref()
      return {
        rows: rows.map(({ row_id, size, waits }) => ({
          row_id,
          ticket: waits ? tickets.issue({ connectionId, rowId: row_id, size }) : null,
        })),
      }
    },
    async giveUp({ connectionId, row_id }) {
      tickets.withdraw(connectionId, row_id)
      await (await trayOf(connectionId)).giveUp(row_id, unread)
      return {}
    },
    async change({ connectionId, ...input }) {
      await (await trayOf(connectionId)).change(input)
      return {}
    },
    async remove({ connectionId, row_ids }) {
      for (const id of row_ids) tickets.withdraw(connectionId, id)
      await (await trayOf(connectionId)).remove(row_ids)
      return {}
    },
    restore: async ({ connectionId }) => ({ restored: await (await trayOf(connectionId)).restore() }),
    submit: async ({ connectionId, row_ids }) => (await trayOf(connectionId)).submit(row_ids),
    arrived: async () => ({ files: arrived.list() }),
    async takeArrived({ connectionId, owner, handles }) {
      const tray = await trayOf(connectionId)
      const files = arrived.take(handles)
      try {
        if (files.length > 0) await takeArrived(tray, owner, files)
      } catch (thrown) {
        arrived.putBack(files)
        throw thrown
      }
      publish({ type: 'arrived' })
      return { taken: files.length }
    },
    async dismissArrived({ handles }) {
      arrived.take(handles)
      publish({ type: 'arrived' })
      return {}
    },
    async arrive(paths) {
      await arrived.add(paths)
      publish({ type: 'arrived' })
    },
    take(ticket) {
      const claim = tickets.spend(ticket)
      if (claim === null) return null
      const { connectionId, rowId, size } = claim
      return {
        size,
        // A connection that cannot be opened has no rows to report on.
        receive: async (source) => (await trayOf(connectionId)).receive(rowId, source).catch(() => false),
        async fail(problem) {
          const issue = problem instanceof AppError ? issueOf(problem) : cutShort
          await trayOf(connectionId)
            .then((tray) => tray.giveUp(rowId, issue))
            .catch(() => {})
        },
      }
    },
  }
}
