import type { OpenConnection } from '../connections/open-connection.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { Connection } from '../tenants/connection.ts'

type ConnectionInput = { connectionId: string }

/**
 * Implements procedures whose input names a connection: `run` receives that connection with its stores open, and the rest of the
 * input.
 *
 * @throws AppError `connection/not-found`, or the reason why its stores cannot be opened
 */
export const withConnection =
  (runtimes: Pick<Runtimes, 'get'>) =>
  <Input extends ConnectionInput, Output>(
    run: (open: OpenConnection, input: Omit<Input, 'connectionId'>, connection: Connection) => Output | Promise<Output>,
  ) =>
  async (input: Input): Promise<Output> => {
    const { connectionId, ...rest } = input
    const runtime = await runtimes.get(connectionId)
    return run(await runtime.open(), rest, runtime.connection)
  }
