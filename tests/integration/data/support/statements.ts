import type { ReadableDatabase, ReadableStores } from '../../../../electron/data/open-database.ts'
import { openStoresForReading } from '../../../../electron/data/open-stores.ts'
import { answerRead, type ReadInput, type ReadName } from '../../../../electron/data/reads/read.ts'
import { createReader } from '../../../../electron/data/reads/reader.ts'
import { ledgerKey, mirrorKey } from './open-store.ts'

/** A statement that was prepared over the mirror. `plan`: the steps of SQLite, one a line. */
export type Statement = { sql: string; plan: string }

type Recorded = ReadableStores & {
  /** Leaves out the statements that were prepared so far. */
  forget(): void
}

/** Opens the stores of a folder as a reading thread does; returns the statements over the mirror that `work` prepares, once each. */
export function recordStatements(folder: string, work: (stores: Recorded) => unknown): Statement[] {
  const key = (hex: string) => ({ key: hex, created: false })
  const { mirror, ledger } = openStoresForReading({ folder, mirror: key(mirrorKey), ledger: key(ledgerKey) })
  try {
    const prepared = new Set<string>()
    const recorded = {
      prepare(sql: string) {
        prepared.add(sql)
        return mirror.prepare(sql)
      },
      transaction: <Result>(inside: () => Result) => mirror.transaction(inside),
    }
    // Reads use no more of a database than this; its mark is only a type.
    const answer = work({ mirror: recorded as unknown as ReadableDatabase, ledger, forget: () => prepared.clear() })
    if (answer instanceof Promise) throw new Error('The read waits for another thread.')
    return [...prepared].map((sql) => ({ sql, plan: explain(mirror, sql) }))
  } finally {
    mirror.close()
    ledger.close()
  }
}

/** The statements over the mirror that one read prepares. */
export const statementsOfRead = <Name extends ReadName>(folder: string, name: Name, input: ReadInput<Name>) =>
  recordStatements(folder, ({ mirror, ledger, forget }) => {
    const reader = createReader(mirror, ledger)
    forget()
    return answerRead(reader, name, input)
  })

/** The plan of the one statement with a text. */
export function planWith(statements: readonly Statement[], text: string): string {
  const found = statements.filter(({ sql }) => sql.includes(text))
  if (found.length !== 1) throw new Error(`${found.length} statements have ${text}.`)
  return found[0]?.plan ?? ''
}

/** SQLite makes the same plan whatever the parameters are. */
function explain(mirror: ReadableDatabase, sql: string): string {
  const named = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, null])
  const parameters = named.length > 0 ? [Object.fromEntries(named)] : (sql.match(/\?/g) ?? []).map(() => null)
  const steps = mirror.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters)
  return steps.map(({ detail }) => detail).join('\n')
}
