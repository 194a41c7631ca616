import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { storedFields } from '../../shared/domain/connection-fields.ts'
import { connectionId } from '../../shared/ipc/procedure.ts'
import { createMutex } from '../platform/concurrency.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import type { Connection } from './connection.ts'

const MAXIMUM_BYTES = 16 * 1024 * 1024

const savedConnection = z.strictObject({
  id: connectionId,
  kind: z.enum(['demo', 'tenant']),
  ...storedFields,
  // Absent in files of older versions of Steward, which could not write yet.
  read_only: z.boolean().default(false),
})
const savedFile = z.strictObject({ version: z.literal(1), connections: z.array(savedConnection) })

/** The connections saved in the user-data folder, without any secrets. */
export type SavedConnections = {
  /** In the order they were added. */
  list(): Promise<Connection[]>
  /** Throws `connection/not-found`. */
  get(id: string): Promise<Connection>
  /** Throws `connection/duplicate` if one with the same identity is saved. */
  add(connection: Connection): Promise<void>
  /** Adds or replaces: for the demo firm, whose address changes with each start. */
  put(connection: Connection): Promise<void>
  /** Does nothing if there is no such connection. */
  remove(id: string): Promise<void>
  /** The problem with the file when it was last read, for a notice; null if there was none. */
  problem(): AppError | null
}

/** @param options.folder - the user-data folder, which contains `connections.json` */
export function createSavedConnections(options: { folder: string; now?: () => number }): SavedConnections {
  const path = join(options.folder, 'connections.json')
  const now = options.now ?? Date.now
  let problem: AppError | null = null
  /** One change at a time: each reads the whole file and writes it back. */
  const inTurn = createMutex()

  const read = async (): Promise<Connection[]> => {
    const text = await readBoundedFile(path, MAXIMUM_BYTES).catch(() => '')
    if (text === null) return []
    const parsed = parseSaved(text)
    if (parsed !== null) return parsed
    // The broken file is kept: it may be from a newer Steward, or can be repaired by hand.
    await rename(path, join(options.folder, `connections.broken-${now()}.json`))
    problem = brokenFile()
    return []
  }
  const change = (edit: (connections: Connection[]) => Connection[]): Promise<void> =>
    inTurn(async () => {
      const connections = edit(await read())
      await writePrivateFile(path, `${JSON.stringify({ version: 1, connections }, null, 2)}\n`)
    })

  return {
    list: () => inTurn(read),
    async get(id) {
      const found = (await inTurn(read)).find((each) => each.id === id)
      if (found === undefined) throw notFound()
      return found
    },
    add: (connection) =>
      change((connections) => {
        if (connections.some((each) => each.id === connection.id)) throw duplicate()
        return [...connections, connection]
      }),
    put: (connection) =>
      change((connections) =>
        connections.some((each) => each.id === connection.id)
          ? connections.map((each) => (each.id === connection.id ? connection : each))
          : [...connections, connection],
      ),
    remove: (id) => change((connections) => connections.filter((each) => each.id !== id)),
    problem: () => problem,
  }
}

function parseSaved(text: string): Connection[] | null {
  try {
    return savedFile.parse(JSON.parse(text)).connections
  } catch {
    return null
  }
}

function brokenFile(): AppError {
  return new AppError('connection/file-unreadable', {
    message: 'The list of connections on this computer could not be read; it was set aside unchanged.',
    nextStep: 'Add the connection again; its offline copy will be found.',
  })
}

function notFound(): AppError {
  return new AppError('connection/not-found', {
    message: 'Steward does not know this connection.',
    nextStep: 'Choose another connection, or add it again.',
  })
}

function duplicate(): AppError {
  return new AppError('connection/duplicate', {
    message: 'This connection already exists: same addresses, client ID and user.',
    nextStep: 'Open the existing connection, or enter another user name to keep both.',
  })
}
