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

/** The keychain entries that may hold a connection's client secret. Two, so that a new secret never overwrites the one in use. */
export const secretEntries = ['client-secret', 'client-secret-2'] as const

/**
 * Where a connection's client secret is. It is saved in the same file as the connection, so that after a crash the description and its
 * secret are either both the old ones or both the new ones.
 */
export type SecretPlace = {
  /** The entry in use. */
  entry: (typeof secretEntries)[number]
  /** Entries that may hold a secret that is not in use, because Steward ended before it deleted them. */
  stale: readonly (typeof secretEntries)[number][]
}

const firstPlace: SecretPlace = { entry: 'client-secret', stale: [] }

type SavedConnection = Connection & { secret?: SecretPlace }

const savedConnection = z.strictObject({
  id: connectionId,
  kind: z.enum(['demo', 'tenant']),
  ...storedFields,
  // Absent in files of older versions of Steward, which could not write yet.
  read_only: z.boolean().default(false),
  secret: z.strictObject({ entry: z.enum(secretEntries), stale: z.array(z.enum(secretEntries)) }).optional(),
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
  /**
   * Changes a connection, and where its secret is if `secret` is given. Both are on the disk when it resolves, or neither.
   *
   * @param edit - receives the connection as saved now; must not change its id
   * @throws AppError `connection/not-found`
   */
  update(id: string, edit: (connection: Connection) => Connection, secret?: SecretPlace): Promise<Connection>
  /** Where the client secret of a connection is; the first entry for one that is not saved. */
  secretPlace(id: string): Promise<SecretPlace>
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

  const read = async (): Promise<SavedConnection[]> => {
    const text = await readBoundedFile(path, MAXIMUM_BYTES).catch(() => '')
    if (text === null) return []
    const parsed = parseSaved(text)
    if (parsed !== null) return parsed
    // The broken file is kept: it may be from a newer Steward, or can be repaired by hand.
    await rename(path, join(options.folder, `connections.broken-${now()}.json`))
    problem = brokenFile()
    return []
  }
  const change = (edit: (connections: SavedConnection[]) => SavedConnection[]): Promise<void> =>
    inTurn(async () => {
      const connections = edit(await read())
      await writePrivateFile(path, `${JSON.stringify({ version: 1, connections }, null, 2)}\n`)
    })

  const find = async (id: string) => (await inTurn(read)).find((each) => each.id === id)

  return {
    list: async () => (await inTurn(read)).map(withoutSecret),
    async get(id) {
      const found = await find(id)
      if (found === undefined) throw notFound()
      return withoutSecret(found)
    },
    add: (connection) =>
      change((connections) => {
        if (connections.some((each) => each.id === connection.id)) throw duplicate()
        return [...connections, connection]
      }),
    put: (connection) =>
      change((connections) =>
        connections.some((each) => each.id === connection.id)
          ? connections.map((each) => (each.id === connection.id ? withSecret(connection, each.secret) : each))
          : [...connections, connection],
      ),
    async update(id, edit, secret) {
      let edited: Connection | undefined
      await change((connections) =>
        connections.map((each) => {
          if (each.id !== id) return each
          edited = { ...edit(withoutSecret(each)), id }
          return withSecret(edited, secret ?? each.secret)
        }),
      )
      if (edited === undefined) throw notFound()
      return edited
    },
    secretPlace: async (id) => (await find(id))?.secret ?? firstPlace,
    remove: (id) => change((connections) => connections.filter((each) => each.id !== id)),
    problem: () => problem,
  }
}

function withoutSecret({ secret: _place, ...connection }: SavedConnection): Connection {
  return connection
}

/** The usual place is left out, so that older versions of Steward can read the file. */
function withSecret(connection: Connection, place: SecretPlace | undefined): SavedConnection {
  const isUsual = place === undefined || (place.entry === firstPlace.entry && place.stale.length === 0)
  return isUsual ? connection : { ...connection, secret: place }
}

function parseSaved(text: string): SavedConnection[] | null {
  try {
    const { connections } = savedFile.parse(JSON.parse(text))
    return connections.map(({ secret, ...connection }) => withSecret(connection, secret))
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
