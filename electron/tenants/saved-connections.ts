import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { storedFields } from '../../shared/domain/connection-fields.ts'
import { connectionId } from '../../shared/ipc/procedure.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import { readBoundedFile, writePrivateFile } from '../platform/private-file.ts'
import { type Connection, demoConnectionId } from './connection.ts'
import { parseConnectionDescription } from './parse-connection-input.ts'

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
/** Each connection is checked by itself, so that a bad one does not take the others with it. */
const savedFile = z.strictObject({ version: z.literal(1), connections: z.array(z.unknown()) })

/** Why a connection of the file is not used, or why the file is not. */
export type SavedProblem = {
  /** The connection's name, as far as it can be read; null if the problem is the whole file's. */
  name: string | null
  message: string
  nextStep: string
}

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
  /** The connections refused since the start, for a notice; empty if there are none. */
  problems(): SavedProblem[]
}

/**
 * The {@link SavedConnections} in a folder. Each time the file is read, a connection's id is derived again from its addresses, client ID
 * and user: what the keychain holds under an id is never sent to an address for which it was not entered. What does not match, or is not a
 * valid connection, is refused and set aside in a copy of the file as it was.
 *
 * @param options.folder - the user-data folder, which contains `connections.json`
 */
export function createSavedConnections(options: { folder: string; now?: () => number }): SavedConnections {
  const path = join(options.folder, 'connections.json')
  const now = options.now ?? Date.now
  const problems = new Map<string, SavedProblem>()
  /** One change at a time: each reads the whole file and writes it back. */
  const inTurn = createMutex()

  const note = (problem: SavedProblem) => void problems.set(`${problem.name} ${problem.message}`, problem)

  /** @throws AppError `connection/file-unreadable` if it exists and cannot be read; nothing is changed then */
  const read = async (): Promise<SavedConnection[]> => {
    const text = await readBoundedFile(path, MAXIMUM_BYTES).catch((error: unknown) => {
      if (error instanceof RangeError) return ''
      throw unreadableFile(error)
    })
    if (text === null) return []
    const { connections, refused } = parseSaved(text)
    if (refused.length === 0) return connections
    for (const problem of refused) note(problem)
    // The copy is kept: the file may be from a newer Steward, or can be repaired by hand. In a folder that cannot be written nothing is
    // set aside, and the same is refused at the next reading.
    await setAside(text, connections).catch(() => {})
    return connections
  }
  const setAside = async (text: string, connections: readonly SavedConnection[]) => {
    await writePrivateFile(join(options.folder, `connections.broken-${now()}.json`), text)
    await write(connections)
  }
  const write = (connections: readonly SavedConnection[]) =>
    writePrivateFile(path, `${JSON.stringify({ version: 1, connections }, null, 2)}\n`)
  /** A list that cannot be read is shown as empty, with the problem; it is never replaced. */
  const readToShow = (): Promise<SavedConnection[]> =>
    read().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      note({ name: null, message: error.message, nextStep: error.nextStep })
      return []
    })
  const change = (edit: (connections: SavedConnection[]) => SavedConnection[]): Promise<void> =>
    inTurn(async () => {
      await write(edit(await read()))
    })

  const find = async (id: string) => (await inTurn(readToShow)).find((each) => each.id === id)

  return {
    list: async () => (await inTurn(readToShow)).map(withoutSecret),
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
    problems: () => [...problems.values()],
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

function parseSaved(text: string): { connections: SavedConnection[]; refused: SavedProblem[] } {
  const file = savedFile.safeParse(jsonIn(text))
  if (!file.success) return { connections: [], refused: [brokenFile] }
  const connections: SavedConnection[] = []
  const refused: SavedProblem[] = []
  for (const raw of file.data.connections) {
    const parsed = parseOne(raw)
    if ('problem' in parsed) refused.push(refusal(nameIn(raw), parsed.problem))
    else if (connections.every(({ id }) => id !== parsed.connection.id)) connections.push(parsed.connection)
    else refused.push(refusal(nameIn(raw), 'is in the file twice'))
  }
  return { connections, refused }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const wasChanged = 'was changed outside Steward: its addresses, client ID or user are not those with which it was added'

/** A connection of the file whose id is the one of its own fields, or why it is refused. */
function parseOne(raw: unknown): { connection: SavedConnection } | { problem: string } {
  const parsed = savedConnection.safeParse(raw)
  if (!parsed.success)
    return { problem: `cannot be understood (${parsed.error.issues[0]?.path.join('.') || 'its shape'})` }
  const { secret, ...connection } = parsed.data
  const { id, kind, read_only, ...described } = connection
  if (kind === 'demo') {
    const isHere = [connection.base_url, connection.auth_url].every(isOnThisComputer)
    return id === demoConnectionId && isHere ? { connection } : { problem: wasChanged }
  }
  try {
    // The id was derived from this value, not from the text beside it.
    const checked = { ...parseConnectionDescription(described), read_only }
    return checked.id === id ? { connection: withSecret(checked, secret) } : { problem: wasChanged }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { problem: `is not valid (${error.issues[0]?.field || 'its shape'})` }
  }
}

const isOnThisComputer = (url: string): boolean => {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  return protocol === 'https:' && hostname === '127.0.0.1'
}

/** The name is text of the file, which anything may have written. */
function nameIn(raw: unknown): string {
  const name = z.looseObject({ name: z.string() }).safeParse(raw).data?.name ?? ''
  return (
    name
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .slice(0, 200) || 'A connection without a name'
  )
}

const refusal = (name: string, problem: string): SavedProblem => ({
  name,
  message: `This connection ${problem}. It is not used, and nothing is sent to its addresses.`,
  nextStep:
    'Add the connection again with the addresses that your firm gave you; its offline copy will be found. The list as it was is kept in Steward’s folder.',
})

const brokenFile: SavedProblem = {
  name: null,
  message: 'The list of connections on this computer could not be understood; it was set aside unchanged.',
  nextStep: 'Add the connections again; their offline copies will be found.',
}

function unreadableFile(cause: unknown): AppError {
  return new AppError('connection/file-unreadable', {
    message: 'The list of connections on this computer cannot be read. It was left as it is.',
    nextStep: 'Check the permissions of connections.json in Steward’s folder, then start Steward again.',
    cause,
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
